import type { Form } from '@portico/contract/forms/form';
import type { Submission } from '@portico/contract/forms/submission';
import type { Member } from '@portico/contract/members/schemas';
import type { EventType } from '@portico/domain';
import type { Static } from 'typebox';

type FormWire = Static<typeof Form>;
type SubmissionWire = Static<typeof Submission>;
type MemberWire = Static<typeof Member>;
export type OptInLevel = 'SINGLE_CONFIRMATION' | 'DOUBLE_CONFIRMATION';
export type IdentityType = 'CONTACT' | 'MEMBER' | 'NOT_AUTHENTICATED_MEMBER';

interface UpdatedEntity<Entity> {
  readonly currentEntity: Entity;
  /** Names of the changed fields, published together with their values. */
  readonly modifiedFields?: readonly string[];
}

/**
 * The payload of an event about an enabled or disabled form. It contains both properties, because the vendor's typings
 * declare the namespace and its documentation declares the form.
 */
interface SwitchedForm {
  readonly namespace: string;
  readonly form: FormWire;
}

/** The payload of each event that domain/ lists, as passed to `emit` (forms contract section 9). */
interface PublicPayloads {
  'wix.forms.v4.submission_created': { readonly entity: SubmissionWire };
  'wix.forms.v4.submission_updated': UpdatedEntity<SubmissionWire>;
  'wix.forms.v4.submission_deleted': { readonly deletedEntity: SubmissionWire };
  'wix.forms.v4.submission_removed_submission_from_trash': { readonly submission: SubmissionWire };
  'wix.forms.v4.submission_status_updated': { readonly submission: SubmissionWire; readonly previousStatus: string };
  'wix.forms.v4.submission_submission_contact_mapped': {
    readonly contactId: string;
    readonly namespace: string;
    readonly marketingSubscriptionDetails?: {
      readonly formId: string;
      readonly emails: readonly string[];
      readonly submittedDate: string;
      readonly optInLevel?: OptInLevel;
      readonly phones: readonly string[];
      readonly phoneOptInLevel?: OptInLevel;
    };
    readonly contactIdentityType: IdentityType;
  };
  'wix.forms.v4.submission_submission_contact_mapping_skipped': {
    readonly formId: string;
    readonly namespace: string;
    readonly contactId?: string | null;
  };
  'wix.forms.v4.form_created': { readonly entity: FormWire };
  'wix.forms.v4.form_updated': UpdatedEntity<FormWire>;
  'wix.forms.v4.form_deleted': { readonly deletedEntity: FormWire };
  'wix.forms.v4.form_disabled_form': SwitchedForm;
  'wix.forms.v4.form_enabled_form': SwitchedForm;
  'wix.members.v1.member_created': MemberWire;
  'wix.members.v1.member_updated': MemberWire;
  'wix.members.v1.member_approved': MemberWire;
  'wix.members.v1.member_blocked': MemberWire;
  /** Specifies what listeners do with the member's data. Never published to webhooks. */
  'wix.members.v1.member_deleted': object;
}

/** Internal events, with payloads defined by the slices that emit and handle them. */
export interface InternalPayloads {
  'portico.forms.tagging_due': object;
  'portico.forms.words_due': object;
  'portico.identity.recovery_requested': object;
  'portico.members.job_due': object;
  'portico.v1.contact_deleted': object;
}

/** Every event that may be emitted. The compiler rejects misspelled names. */
export type EventName = EventType | keyof InternalPayloads;

/** The payload of an event type. The compiler rejects this type if an event that domain/ lists has no payload above. */
export type PayloadOf<Type extends EventName> = (PublicPayloads & InternalPayloads)[Type];
