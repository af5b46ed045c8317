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
    .reduce((inside, decoration) => wrap(inside, decoration as Decoration), shown);
}

function wrap(inside: string, decoration: Decoration): string {
  switch (decoration.type) {
    case 'BOLD':
      return isBold(decoration) ? `<strong>${inside}</strong>` : inside;
    case 'ITALIC':
      return decoration.italicData === false ? inside : `<em>${inside}</em>`;
    case 'UNDERLINE':
      return decoration.underlineData === false ? inside : `<u>${inside}</u>`;
    case 'STRIKETHROUGH':
      return decoration.strikethroughData === false ? inside : `<s>${inside}</s>`;
    case 'SUPERSCRIPT':
      return `<sup>${inside}</sup>`;
    case 'SUBSCRIPT':
      return `<sub>${inside}</sub>`;
    case 'COLOR':
      return applyColours(inside, decoration.colorData);
    case 'LINK': {
      const link = linkOfDecoration(decoration);
      const url = toSafeUrl(link?.url);
      if (!url) return inside;
      // Without noopener, the opened page could navigate this one to another URL.
      const target = link?.target === 'BLANK' ? ' target="_blank"' : '';
      return `<a href="${escapeHtml(url)}"${target} rel="noopener noreferrer">${inside}</a>`;
    }
    default:
      return inside;
  }
}

/** The vendor's editor stores a font weight. A decoration without one counts as bold. */
export const isBold = ({ fontWeightValue }: Decoration): boolean =>
  typeof fontWeightValue !== 'number' || fontWeightValue >= 600;

const COLOUR = /^#[0-9a-f]{3,8}$/i;

/** Allows hexadecimal colours only: any other text could close the style attribute and inject markup. */
function applyColours(inside: string, data: unknown): string {
  const { foreground, background } = isObject(data) ? data : {};
  const styles = [
    ...(typeof foreground === 'string' && COLOUR.test(foreground) ? [`color:${foreground}`] : []),
    ...(typeof background === 'string' && COLOUR.test(background) ? [`background-color:${background}`] : []),
  ];
  return styles.length > 0 ? `<span style="${styles.join(';')}">${inside}</span>` : inside;
}
