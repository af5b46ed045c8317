/**
 * The table of all error codes, with the HTTP status and the public message of each. The server throws no other codes,
 * a test keeps docs/errors.md in sync with this table, and each endpoint lists the codes that it may return.
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

/** Codes that any endpoint may return. Endpoints do not list them, because the transport layer throws them. */
export const transportCodes = Object.keys(sharedErrors) as (keyof typeof sharedErrors)[];

/**
 * Returns the public message of a code, with its `{placeholders}` filled from `data`. Messages of data errors begin with
 * the code (WDE…), because the vendor's data client shows only the description (data contract 6.1).
 */
export function describeError(code: ErrorCode, data: Readonly<Record<string, unknown>> = {}): string {
  const sentence = errorTable[code].sentence.replace(/\{(\w+)\}/g, (_, name: string) =>
    String(data[name] ?? 'unknown'),
  );
  return code.startsWith('WDE') ? `${code}: ${sentence}` : sentence;
}
