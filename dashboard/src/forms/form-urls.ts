/** Path of a form in the dashboard. */
export const formPathOf = (formId: string): string => `/forms/${encodeURIComponent(formId)}`;

/** Path of the form editor in the dashboard. */
export const formEditPathOf = (formId: string): string => `${formPathOf(formId)}/edit`;

/** URL at which visitors fill in the form. `site/src/layout/frame.ts` must define the same path. */
export const shareUrlOf = (site: { url: string }, formId: string): string =>
  `${site.url.replace(/\/$/, '')}/form/${encodeURIComponent(formId)}`;
