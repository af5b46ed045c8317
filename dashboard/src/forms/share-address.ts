/** The dashboard's address of a form. */
export const formPath = (formId: string): string => `/forms/${encodeURIComponent(formId)}`;

/** Where it is changed. */
export const editPath = (formId: string): string => `${formPath(formId)}/edit`;

/** Where visitors fill the form in: `site/src/layout/frame.ts` has the same path. */
export const shareAddress = (site: { url: string }, formId: string): string =>
  `${site.url.replace(/\/$/, '')}/form/${encodeURIComponent(formId)}`;
