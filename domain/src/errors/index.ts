/**
 * The one table of error codes: what HTTP status each has and what sentence the caller reads.
 * The server raises only these; docs/errors.md is held to it by a test; an endpoint lists those it may answer with.
 */
import { contactsErrors } from './contacts.ts';
import { dataErrors } from './data.ts';
import { eventsErrors } from './events.ts';
import { formsErrors } from './forms.ts';
import { identityErrors } from './identity.ts';
import { mediaErrors } from './media.ts';
import { sharedErrors } from './shared.ts';
import { sitesErrors } from './sites.ts';

export const errorGroups = {
  shared: sharedErrors,
  sites: sitesErrors,
  events: eventsErrors,
  media: mediaErrors,
  contacts: contactsErrors,
  identity: identityErrors,
  data: dataErrors,
  forms: formsErrors,
} as const;

export const errorTable = {
  ...sharedErrors,
  ...sitesErrors,
  ...eventsErrors,
  ...mediaErrors,
  ...contactsErrors,
  ...identityErrors,
  ...dataErrors,
  ...formsErrors,
} as const;

export type ErrorCode = keyof typeof errorTable;

/** Codes that need not be listed by an endpoint: the transport itself raises them. */
export const transportCodes = Object.keys(sharedErrors) as (keyof typeof sharedErrors)[];

/**
 * The public sentence of a code, its `{placeholders}` filled from `data`. Data codes (WDE…) lead the sentence,
 * because the vendor's data client shows nothing but the description (data contract 6.1).
 */
export function describeError(code: ErrorCode, data: Readonly<Record<string, unknown>> = {}): string {
  const sentence = errorTable[code].sentence.replace(/\{(\w+)\}/g, (_, name: string) =>
    String(data[name] ?? 'unknown'),
  );
  return code.startsWith('WDE') ? `${code}: ${sentence}` : sentence;
}
