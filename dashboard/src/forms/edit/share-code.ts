import type { CodeSnippet } from '../../ui/code-snippet.ts';
import { embedScript, escapeHtml } from '../../ui/embed-code.ts';
import { componentFile, componentNameOf } from '../../ui/react-code.ts';
import { shareUrlOf } from '../form-urls.ts';

interface SharedForm {
  readonly id: string;
  readonly name?: string | undefined;
}

const titleOf = ({ name }: SharedForm): string => escapeHtml(name || 'Form');

/** Returns the tags that show a form on any website. */
export const formTag = (site: { url: string }, form: SharedForm): string => `${embedScript(site)}
<portico-form form="${form.id}">
  <a href="${shareUrlOf(site, form.id)}">${titleOf(form)}</a>
</portico-form>`;

/**
 * Returns the tags that show a form in a frame. The attribute `frameborder` is obsolete, but a content security policy
 * without inline styles blocks `style`.
 */
export const formFrame = (site: { url: string }, form: SharedForm): string =>
  `<iframe src="${shareUrlOf(site, form.id)}/frame"
  title="${titleOf(form)}" width="100%" height="600" frameborder="0"></iframe>
${embedScript(site)}`;

/** Returns the file of a React app that shows a form. */
export const formComponent = ({ id, name = '' }: SharedForm): CodeSnippet =>
  componentFile(componentNameOf(name, 'Form'), 'Form', [`<Form formId="${id}" />`]);
