import type { EmbeddedForm } from '@portico/react/forms/view/embedded-form';
import type { FormTexts } from '@portico/react/texts/forms-en';

/**
 * Shows the hosted page of the form in a frame if the form allows this origin, otherwise a link to it. A captcha loads
 * scripts of third parties, which the content security policy of the embedding page does not allow.
 */
export function showPage(
  container: HTMLElement,
  { pageUrl, mayFrame, site }: EmbeddedForm,
  { forms }: { readonly forms: FormTexts },
): () => void {
  if (mayFrame) {
    const frame = document.createElement('iframe');
    frame.title = forms.openForm;
    frame.height = '600';
    frame.src = `${pageUrl}/frame?lang=${site.language}`;
    container.append(frame);
  } else {
    const link = document.createElement('a');
    link.className = 'portico-button';
    link.href = pageUrl;
    link.textContent = forms.openForm;
    container.append(link);
  }
  return () => container.remove();
}
