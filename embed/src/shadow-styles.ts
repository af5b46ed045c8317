import tokens from '@portico/react/styles/tokens.css?inline';
import host from './styles/host.css?inline';

/**
 * Styles a shadow root. Constructed style sheets work under every content security policy of the embedding page.
 * @param theme variables of the site's theme; those that the page sets on the element override them
 */
export function style(root: ShadowRoot, theme: string, ...sheets: readonly string[]): void {
  root.adoptedStyleSheets = [tokens, theme, host, ...sheets].map(sheetOf);
}

const known = new Map<string, CSSStyleSheet>();

function sheetOf(css: string): CSSStyleSheet {
  const sheet = known.get(css) ?? new CSSStyleSheet();
  if (!known.has(css)) sheet.replaceSync(css);
  known.set(css, sheet);
  return sheet;
}
