/** The values of the webhook dialog, and the names of events. */

import type { Calls } from '@portico/contract';
import { ALL_EVENTS, eventTypes } from '@portico/domain';
import type { Webhook } from './queries.ts';

type NewWebhook = Calls['events.webhooks.create']['body']['webhook'];

export interface WebhookValues {
  name: string;
  url: string;
  format: Webhook['format'];
  hasAllEvents: boolean;
  events: string[];
}

export const valuesOf = (webhook: Webhook | null): WebhookValues => ({
  name: webhook?.name ?? '',
  url: webhook?.url ?? '',
  format: webhook?.format ?? 'STANDARD',
  hasAllEvents: webhook ? webhook.eventTypes.includes(ALL_EVENTS) : true,
  events: webhook?.eventTypes.filter((type) => type !== ALL_EVENTS) ?? [],
});

export const toWebhook = ({ name, url, format, hasAllEvents, events }: WebhookValues): NewWebhook => ({
  name: name.trim(),
  url: url.trim(),
  format,
  eventTypes: hasAllEvents ? [ALL_EVENTS] : (events as NewWebhook['eventTypes']),
});

// Declared before `eventGroups`, which uses it when the module loads.
const titles: Readonly<Record<string, string>> = {
  submission_removed_submission_from_trash: 'Removed from the trash',
  submission_status_updated: 'State changed',
  submission_submission_contact_mapped: 'Saved to contacts',
  submission_submission_contact_mapping_skipped: 'Not saved to contacts',
  form_disabled_form: 'Closed',
  form_enabled_form: 'Opened',
};

/** The events that a webhook can receive, grouped by subject, with readable names. */
export const eventGroups: readonly { title: string; events: readonly { value: string; label: string }[] }[] = [
  ['Submissions', 'submission_'],
  ['Forms', 'form_'],
  ['Members', 'member_'],
].map(([title = '', prefix = '']) => ({
  title,
  events: eventTypes
    .filter((type) => lastSegmentOf(type).startsWith(prefix))
    .map((value) => ({ value, label: titleOfEvent(value) })),
}));

/** Returns the name of an event within its group, e.g. “Created” for `wix.forms.v4.submission_created`. */
function titleOfEvent(type: string): string {
  const last = lastSegmentOf(type);
  if (titles[last]) return titles[last];
  const word = last.replace(/^[a-z]+_/, '').replaceAll('_', ' ');
  return word.charAt(0).toUpperCase() + word.slice(1);
}

/** Returns the full name of an event, e.g. “Submission: created”. */
export function nameOfEvent(type: string): string {
  const last = lastSegmentOf(type);
  if (last === 'webhook_tested') return 'Test';
  const [subject = ''] = last.split('_');
  return `${subject.charAt(0).toUpperCase()}${subject.slice(1)}: ${titleOfEvent(type).toLowerCase()}`;
}

function lastSegmentOf(type: string): string {
  return type.split('.').at(-1) ?? type;
}
