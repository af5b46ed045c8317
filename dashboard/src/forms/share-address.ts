/** The dashboard's address of a form. */
export const formPath = (formId: string): string => `/forms/${encodeURIComponent(formId)}`;

/** Where visitors fill the form in: `site/src/layout/frame.ts` has the same path. */
export const shareAddress = (site: { url: string }, formId: string): string =>
  `${site.url.replace(/\/$/, '')}/form/${encodeURIComponent(formId)}`;
