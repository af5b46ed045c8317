/** What a webhook's dialog holds, and the webhook that it stands for. */

import type { Calls } from '@portico/contract';
import { ALL_EVENTS, eventTypes } from '@portico/domain';
import type { Webhook } from './queries.ts';

type NewWebhook = Calls['events.webhooks.create']['body']['webhook'];

export interface WebhookValues {
  name: string;
  url: string;
  format: Webhook['format'];
  all: boolean;
  events: string[];
}

export const webhookValues = (webhook: Webhook | null): WebhookValues => ({
  name: webhook?.name ?? '',
  url: webhook?.url ?? '',
  format: webhook?.format ?? 'STANDARD',
  all: webhook ? webhook.eventTypes.includes(ALL_EVENTS) : true,
  events: webhook?.eventTypes.filter((type) => type !== ALL_EVENTS) ?? [],
});

export const toWebhook = ({ name, url, format, all, events }: WebhookValues): NewWebhook => ({
  name: name.trim(),
  url: url.trim(),
  format,
  eventTypes: all ? [ALL_EVENTS] : (events as NewWebhook['eventTypes']),
});

// needed while the groups are made
const titles: Readonly<Record<string, string>> = {
  submission_removed_submission_from_trash: 'Removed from the trash',
  submission_status_updated: 'State changed',
  submission_submission_contact_mapped: 'Became a contact',
  submission_submission_contact_mapping_skipped: 'Became no contact',
  form_disabled_form: 'Closed',
  form_enabled_form: 'Opened',
};

/** Events by what they are about, with names for people. */
export const eventGroups: readonly { title: string; events: readonly { value: string; label: string }[] }[] = [
  ['Submissions', 'submission_'],
  ['Forms', 'form_'],
  ['Members', 'member_'],
].map(([title = '', prefix = '']) => ({
  title,
  events: eventTypes
    .filter((type) => lastOf(type).startsWith(prefix))
    .map((value) => ({ value, label: titleOfEvent(value) })),
}));

/** “Created” for `wix.forms.v4.submission_created`. */
function titleOfEvent(type: string): string {
  const last = lastOf(type);
  if (titles[last]) return titles[last];
  const word = last.replace(/^[a-z]+_/, '').replaceAll('_', ' ');
  return word.charAt(0).toUpperCase() + word.slice(1);
}

/** “Submission: created”: the event in a table. */
export function nameOfEvent(type: string): string {
  const last = lastOf(type);
  if (last === 'webhook_tested') return 'Test';
  const [thing = ''] = last.split('_');
  return `${thing.charAt(0).toUpperCase()}${thing.slice(1)}: ${titleOfEvent(type).toLowerCase()}`;
}

function lastOf(type: string): string {
  return type.split('.').at(-1) ?? type;
}
