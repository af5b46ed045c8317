/** Names that uploaders give to their files, made fit to be shown and saved anywhere. Pure. */

/** UTF-16 units; the wire allows 300, and with some room for bytes no file system refuses these */
const LONGEST = 120;

/** what turns the direction of text around, is not seen, or ends lines */
const INVISIBLE =
  /[\p{Cc}\p{Cs}\p{Co}\u00ad\u061c\u180e\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb]/gu;

/** Devices of Windows, with any extension (naming rules of Win32) */
const RESERVED = /^(con|prn|aux|nul|com[0-9¹²³]|lpt[0-9¹²³]|conin\$|conout\$)(\.|$)/i;

/**
 * The name without what could do harm where it is shown or saved, and with an extension of what was found in the bytes.
 * Threats: paths (`../../x`), names that read as another (`cod.exe` turned into `exe.doc` by U+202E, runs of spaces before
 * the true extension), headers and lines broken by control characters, names of devices, hidden files.
 */
export function safeName(name: string, extensions: readonly string[]): string {
  const last =
    name
      .toWellFormed()
      .normalize('NFC')
      .split(/[/\\]/)
      .findLast((part) => part.trim() !== '') ?? '';
  const plain = last
    .replace(INVISIBLE, '')
    .replace(/[<>:"|?*\ufffd]/g, '_')
    .replace(/\s+/gu, ' ');
  const [, stem = plain, extension = ''] = /^(.*)\.([^.]*)$/u.exec(plain) ?? [];
  const known = extensions.includes(extension.trim().toLowerCase());
  const ending = `.${known ? extension.trim() : extensions[0]}`;
  const bare = trimmed(known ? stem : plain);
  const free = RESERVED.test(bare) ? `_${bare}` : bare;
  return `${trimmed(cut(free, LONGEST - ending.length)) || 'file'}${ending}`;
}

const trimmed = (text: string): string => text.replace(/^[\s.]+|[\s.]+$/gu, '');

/** At most so many UTF-16 units, and no half of a pair. */
function cut(text: string, units: number): string {
  let kept = '';
  for (const character of text) {
    if (kept.length + character.length > units) break;
    kept += character;
  }
  return kept;
}

/** `attachment` with the name in both spellings (RFC 6266; RFC 8187 for what is not ASCII). */
export function attachment(name: string): string {
  const ascii = name.replace(/[^\x20-\x7e]|["\\%]/g, '_');
  const encoded = encodeURIComponent(name).replace(
    /['()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `attachment; filename="${ascii}"; filename*=UTF-8''${encoded}`;
}
