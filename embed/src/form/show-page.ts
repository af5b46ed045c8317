import type { EmbeddedForm } from '@portico/react/forms/view/embedded-form';
import type { FormTexts } from '@portico/react/texts/forms-en';

/**
 * Shows the hosted page of a form with a captcha: in a frame if the form allows this origin, otherwise as a link. The
 * captcha cannot be in the page itself, whose content security policy may forbid scripts of third parties.
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
