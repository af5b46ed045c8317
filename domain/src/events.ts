/** Events of a site that webhooks can subscribe to, under the vendor's names (forms contract section 9). */

/** Determines the envelope of an event: the creation, update or deletion of an object, or any other action. */
export type EventKind = 'created' | 'updated' | 'deleted' | 'action';

/** All events that webhooks can subscribe to. Other events in the outbox are internal and never leave the server. */
export const eventKinds = {
  'wix.forms.v4.submission_created': 'created',
  'wix.forms.v4.submission_updated': 'updated',
  'wix.forms.v4.submission_deleted': 'deleted',
  'wix.forms.v4.submission_removed_submission_from_trash': 'action',
  'wix.forms.v4.submission_status_updated': 'action',
  // The vendor's name repeats the word "submission".
  'wix.forms.v4.submission_submission_contact_mapped': 'action',
  'wix.forms.v4.submission_submission_contact_mapping_skipped': 'action',
  'wix.forms.v4.form_created': 'created',
  'wix.forms.v4.form_updated': 'updated',
  'wix.forms.v4.form_deleted': 'deleted',
  'wix.forms.v4.form_disabled_form': 'action',
  'wix.forms.v4.form_enabled_form': 'action',
  'wix.members.v1.member_created': 'created',
  'wix.members.v1.member_updated': 'updated',
  'wix.members.v1.member_approved': 'action',
  'wix.members.v1.member_blocked': 'action',
  'wix.members.v1.member_deleted': 'deleted',
} as const satisfies Record<string, EventKind>;

export type EventType = keyof typeof eventKinds;

export const eventTypes = Object.keys(eventKinds) as EventType[];

export const isEventType = (type: string): type is EventType => Object.hasOwn(eventKinds, type);

/** The event of a test delivery. It contains no data. */
export const WEBHOOK_TESTED = 'portico.v1.webhook_tested';

/** Subscribes to all events, including those that later versions add. */
export const ALL_EVENTS = '*';

export const webhookFormats = ['JWT', 'STANDARD'] as const;
export type WebhookFormat = (typeof webhookFormats)[number];

export const webhookLimits = { webhooks: 50, url: 2_048, name: 100 } as const;
