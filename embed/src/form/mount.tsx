/** `<portico-form>`: the first chunk of a form. The engine and rare kinds of fields are in separate chunks. */
import { isClosed } from '@portico/react/forms/ClosedForm.tsx';
import type { EmbeddedForm } from '@portico/react/forms/view/embedded-form';
import forms from '@portico/react/styles/forms.css?inline';
import type { FormTexts } from '@portico/react/texts/forms-en';
import { createRoot } from 'react-dom/client';
import type { EmbedContext } from '../embed.ts';
import { style } from '../shadow-styles.ts';
import { EmbedForm } from './EmbedForm.tsx';
import { loadInputs } from './inputs.ts';
import { showPage } from './show-page.ts';
import { loadFormTexts } from './texts.ts';

export async function mount(context: EmbedContext, data: unknown): Promise<() => void> {
  const embedded = data as EmbeddedForm;
  const { view, site, direction, css } = embedded;
  const [frameTexts, { inputs, styles, inputTexts }] = await Promise.all([
    loadFormTexts(site.language),
    loadInputs(view, site.language),
  ]);
  // `inputTexts` is null only if the form has no field that uses these texts.
  const texts = { forms: { ...frameTexts, ...inputTexts } as FormTexts };
  const container = document.createElement('div');
  container.lang = site.language;
  container.dir = direction;
  style(context.root, css, forms, ...styles);
  context.root.replaceChildren(container);
  if (embedded.needsPage && !isClosed(embedded.form, new Date())) return showPage(container, embedded, texts);
  const root = createRoot(container);
  root.render(<EmbedForm context={context} embedded={embedded} texts={texts} inputs={inputs} />);
  return () => root.unmount();
}
