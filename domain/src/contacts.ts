/** Limits and enums of contacts. */

/**
 * `entries` is the maximum length of each list in a contact, `labels` and `extendedFields` are maximum numbers per
 * contact, `siteLabels` is a maximum number per site, and `text` is the maximum length of a string, in characters.
 */
export const contactLimits = { entries: 50, labels: 100, extendedFields: 100, siteLabels: 500, text: 500 } as const;

export const contactSorts = [
  'CREATED_DATE_DESC',
  'CREATED_DATE_ASC',
  'UPDATED_DATE_DESC',
  'UPDATED_DATE_ASC',
  'NAME_ASC',
  'NAME_DESC',
] as const;
export type ContactSort = (typeof contactSorts)[number];

/**
 * Returns the key of a label from its display name: `Newsletter 2026` → `custom.newsletter-2026`. Returns an empty
 * string if the name has no letters or digits.
 */
export function labelKeyOf(displayName: string): string {
  const name = displayName
    .trim()
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .replace(/^-+|-+$/g, '')
    .slice(0, 60);
  return name === '' ? '' : `custom.${name}`;
}
