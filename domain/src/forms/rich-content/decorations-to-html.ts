import { isObject } from '../model.ts';
import { escapeHtml } from './escape-html.ts';
import { linkOfDecoration, toSafeUrl } from './links.ts';
import { type Decoration, richContentLimits } from './nodes.ts';

/** Returns the text of a node inside the tags of its decorations. Preserves line breaks. */
export function decorate(textData: unknown): string {
  const { text, decorations } = isObject(textData) ? textData : {};
  const shown = escapeHtml(typeof text === 'string' ? text : '').replaceAll('\n', '<br>');
  if (shown === '' || !Array.isArray(decorations)) return shown;
  return decorations
    .slice(0, richContentLimits.decorations)
    .filter(isObject)
    .reduce((html, decoration) => wrap(html, decoration as Decoration), shown);
}

function wrap(html: string, decoration: Decoration): string {
  switch (decoration.type) {
    case 'BOLD':
      return isBold(decoration) ? `<strong>${html}</strong>` : html;
    case 'ITALIC':
      return decoration.italicData === false ? html : `<em>${html}</em>`;
    case 'UNDERLINE':
      return decoration.underlineData === false ? html : `<u>${html}</u>`;
    case 'STRIKETHROUGH':
      return decoration.strikethroughData === false ? html : `<s>${html}</s>`;
    case 'SUPERSCRIPT':
      return `<sup>${html}</sup>`;
    case 'SUBSCRIPT':
      return `<sub>${html}</sub>`;
    case 'COLOR':
      return applyColors(html, decoration.colorData);
    case 'LINK': {
      const link = linkOfDecoration(decoration);
      const url = toSafeUrl(link?.url);
      if (!url) return html;
      // Without noopener, the opened page could navigate this one to another URL.
      const target = link?.target === 'BLANK' ? ' target="_blank"' : '';
      return `<a href="${escapeHtml(url)}"${target} rel="noopener noreferrer">${html}</a>`;
    }
    default:
      return html;
  }
}

/** The vendor's editor stores a font weight. A decoration without a font weight is treated as bold. */
export const isBold = ({ fontWeightValue }: Decoration): boolean =>
  typeof fontWeightValue !== 'number' || fontWeightValue >= 600;

const COLOR_PATTERN = /^#[0-9a-f]{3,8}$/i;

/** Allows hexadecimal colors only, because any other text could close the style attribute and inject markup. */
function applyColors(html: string, data: unknown): string {
  const { foreground, background } = isObject(data) ? data : {};
  const styles = [
    ...(typeof foreground === 'string' && COLOR_PATTERN.test(foreground) ? [`color:${foreground}`] : []),
    ...(typeof background === 'string' && COLOR_PATTERN.test(background) ? [`background-color:${background}`] : []),
  ];
  return styles.length > 0 ? `<span style="${styles.join(';')}">${html}</span>` : html;
}
