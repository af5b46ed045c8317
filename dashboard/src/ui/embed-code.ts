/** Returns the script tag of a site's embeds (docs/embeds.md). */
export const embedScript = (site: { url: string }): string =>
  `<script src="${originOf(site)}/embed.js" async></script>`;

/** Returns the address of a site without a slash at the end. */
export const originOf = (site: { url: string }): string => site.url.replace(/\/$/, '');

/** Escapes a string for HTML, because names may contain any character and owners paste the code into pages. */
export const escapeHtml = (text: string): string =>
  text.replace(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`);
