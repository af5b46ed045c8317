/** Makes names from uploaders safe to display and save anywhere. */

/** Maximum length in UTF-16 units. The wire allows 300, but file systems limit the length in bytes. */
const MAX_LENGTH = 120;

/** Bidirectional controls, invisible characters and line ends. */
const INVISIBLE =
  /[\p{Cc}\p{Cs}\p{Co}\u00ad\u061c\u180e\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb]/gu;

/** Device names of Windows, with any extension (naming rules of Win32). */
const RESERVED = /^(con|prn|aux|nul|com[0-9¹²³]|lpt[0-9¹²³]|conin\$|conout\$)(\.|$)/i;

/**
 * Returns the name without parts that are harmful when displayed or saved, and with the extension of the detected type.
 * Threats: paths (`../../x`), names that read as another (`cod.exe` shown as `exe.doc` by U+202E, runs of spaces before
 * the true extension), headers and lines broken by control characters, device names, hidden files.
 */
export function toSafeName(name: string, extensions: readonly string[]): string {
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
  const isKnown = extensions.includes(extension.trim().toLowerCase());
  const ending = `.${isKnown ? extension.trim() : extensions[0]}`;
  const bare = trimDots(isKnown ? stem : plain);
  const free = RESERVED.test(bare) ? `_${bare}` : bare;
  return `${trimDots(truncate(free, MAX_LENGTH - ending.length)) || 'file'}${ending}`;
}

const trimDots = (text: string): string => text.replace(/^[\s.]+|[\s.]+$/gu, '');

/** Truncates to a number of UTF-16 units, without splitting a surrogate pair. */
function truncate(text: string, units: number): string {
  let result = '';
  for (const character of text) {
    if (result.length + character.length > units) break;
    result += character;
  }
  return result;
}

/**
 * Returns a Content-Disposition of `attachment` with the name in both encodings (RFC 6266; RFC 8187 for non-ASCII
 * names).
 */
export function attachmentHeader(name: string): string {
  const ascii = name.replace(/[^\x20-\x7e]|["\\%]/g, '_');
  const encoded = encodeURIComponent(name).replace(
    /['()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `attachment; filename="${ascii}"; filename*=UTF-8''${encoded}`;
}
