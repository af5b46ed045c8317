/** A third-party website that shows a form with the published React components, but without their styles. */
import { Form, PorticoProvider } from '@portico/react';
import { createClient } from '@portico/sdk';
import { createElement } from 'react';
import { createRoot } from 'react-dom/client';

const { url, clientId, formId } = document.body.dataset;
const form = createElement(Form, { formId });
createRoot(document.getElementById('form')).render(
  createElement(PorticoProvider, { client: createClient({ url, clientId }) }, form),
);
