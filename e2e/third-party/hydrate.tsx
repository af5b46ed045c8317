/** Hydrates every component that the test has rendered on the server. */
import { createClient, memberAuth } from '@portico/sdk';
import { StrictMode } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { everyComponent, member, pageWith, postedForms } from '../../react/src/testing/every-component.tsx';

const isMember = document.body.dataset.member !== undefined;
const client = createClient({
  url: location.origin,
  // The test inspects the first rendering, before any response arrives.
  fetch: () => new Promise<Response>(() => undefined),
  auth: memberAuth({ clientId: 'app' }),
});
const all = (
  <>
    {everyComponent.map(({ name, element }) => (
      <div key={name}>{element}</div>
    ))}
    {postedForms}
  </>
);
const page = pageWith(all, { client, initialSession: { member: isMember ? member : null } });
hydrateRoot(document.getElementById('root') as HTMLElement, <StrictMode>{page}</StrictMode>);
document.body.dataset.hydrated = '';
