/** What happens on a site and may be told to others by webhook, under the vendor's names (forms contract section 9). */

/** How an event wraps what it is about: the entity that was made, changed or deleted, or what else was done. */
export type EventKind = 'created' | 'updated' | 'deleted' | 'action';

/** Every event that webhooks may subscribe to. Other events of the outbox are the server's own, and never leave it. */
export const eventKinds = {
  'wix.forms.v4.submission_created': 'created',
  'wix.forms.v4.submission_updated': 'updated',
  'wix.forms.v4.submission_deleted': 'deleted',
  'wix.forms.v4.submission_removed_submission_from_trash': 'action',
  'wix.forms.v4.submission_status_updated': 'action',
  // The doubled word is the vendor's.
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

/** The event of "send a test": it says nothing but that webhooks arrive. */
export const WEBHOOK_TESTED = 'portico.v1.webhook_tested';

/** Subscribes to all of the list, and to what later versions add to it. */
export const ALL_EVENTS = '*';

export const webhookFormats = ['JWT', 'STANDARD'] as const;
export type WebhookFormat = (typeof webhookFormats)[number];

export const webhookLimits = { webhooks: 50, url: 2_048, name: 100 } as const;
