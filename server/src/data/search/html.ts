/** Extracts the text of HTML for the index. The result is never displayed, so it need not be sanitized. */

/** Tags that do not split a word. */
const INLINE =
  /^\/?(?:a|abbr|b|bdi|bdo|cite|code|del|em|font|i|ins|kbd|mark|q|s|samp|small|span|strong|sub|sup|u|var|wbr)\b/i;
const INVISIBLE_TAG = /^(?:script|style)\b/i;

/**
 * Returns the text of an HTML document. It scans once from left to right, because hostile input could make a regular
 * expression over the whole document take quadratic time.
 */
export function textOfHtml(html: string): string {
  const [start = '', ...pieces] = html.split('<');
  let text = start;
  let until: string | null = null;
  for (const piece of pieces) {
    if (until !== null) {
      const end =
        until === '-->' ? piece.indexOf('-->') : piece.toLowerCase().startsWith(until) ? piece.indexOf('>') : -1;
      if (end === -1) continue;
      text += ` ${piece.slice(end + (until === '-->' ? 3 : 1))}`;
      until = null;
      continue;
    }
    if (!/^[/!?a-z]/i.test(piece)) {
      text += `<${piece}`;
      continue;
    }
    const end = piece.startsWith('!--') ? piece.indexOf('-->') + 2 : piece.indexOf('>');
    if (piece.startsWith('!--') && end === 1) until = '-->';
    else if (INVISIBLE_TAG.test(piece)) until = `/${piece.slice(0, piece.search(/[^a-z]|$/i)).toLowerCase()}`;
    else text += (INLINE.test(piece) ? '' : ' ') + (end === -1 ? '' : piece.slice(end + 1));
  }
  return decodeEntities(text);
}

const ENTITY = /&(?:#(\d{1,7})|#x([0-9a-f]{1,6})|([a-z]{2,8}));/gi;
const NAMED_ENTITIES: Readonly<Record<string, string>> = {
  ...{ amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ', shy: '' },
  ...{ auml: 'ä', ouml: 'ö', uuml: 'ü', Auml: 'Ä', Ouml: 'Ö', Uuml: 'Ü', szlig: 'ß' },
  ...{ eacute: 'é', egrave: 'è', ecirc: 'ê', agrave: 'à', ccedil: 'ç', rsquo: '’', lsquo: '‘' },
};

const decodeEntities = (text: string): string =>
  text.replace(ENTITY, (entity, decimal?: string, hex?: string, name?: string) => {
    if (name) return Object.hasOwn(NAMED_ENTITIES, name) ? (NAMED_ENTITIES[name] as string) : ' ';
    const code = decimal ? Number(decimal) : Number.parseInt(hex ?? '', 16);
    return code > 0 && code < 0x11_0000 && (code < 0xd800 || code > 0xdfff) ? String.fromCodePoint(code) : entity;
  });
