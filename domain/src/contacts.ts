/** Bounds and words of contacts. */

/** Most entries of each list of one contact, and of labels of a site. */
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

/** The key of a label by the name that people read: `Newsletter 2026` → `custom.newsletter-2026`. Empty where nothing is left. */
export function labelKeyOf(displayName: string): string {
  const name = displayName
    .trim()
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .replace(/^-+|-+$/g, '')
    .slice(0, 60);
  return name === '' ? '' : `custom.${name}`;
}
