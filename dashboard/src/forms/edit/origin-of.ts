/**
 * Returns the origin of a web address, such as `https://shop.example`. The default scheme is https.
 * @returns null if the text is not a web address
 */
export function originOf(text: string): string | null {
  const address = text.trim();
  const url = URL.parse(/^[a-z][a-z0-9+.-]*:\/\//i.test(address) ? address : `https://${address}`);
  if (!url || !/^https?:$/.test(url.protocol) || url.username !== '' || /[^a-z0-9.:[\]-]/.test(url.host)) return null;
  return url.origin;
}
