import type { Form } from '@portico/contract/forms/form';
import type { Submission } from '@portico/contract/forms/submission';
import type { Static } from 'typebox';

type FormWire = Static<typeof Form>;
type SubmissionWire = Static<typeof Submission>;
type OptInLevel = 'SINGLE_CONFIRMATION' | 'DOUBLE_CONFIRMATION';

interface Updated<Entity> {
  readonly currentEntity: Entity;
  /** names of the fields that changed, told with their values; may be left out */
  readonly modifiedFields?: readonly string[];
}

/** The vendor's typings name the namespace, its documents the form. */
interface Switched {
  readonly namespace: string;
  readonly form: FormWire;
}

/** What each event says, as the emitter hands it over (forms contract section 9). Events that are not here say anything. */
export interface EventPayloads {
  'wix.forms.v4.submission_created': { readonly entity: SubmissionWire };
  'wix.forms.v4.submission_updated': Updated<SubmissionWire>;
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
    readonly contactIdentityType: 'CONTACT' | 'MEMBER' | 'NOT_AUTHENTICATED_MEMBER';
  };
  'wix.forms.v4.submission_submission_contact_mapping_skipped': {
    readonly formId: string;
    readonly namespace: string;
    readonly contactId?: string | null;
  };
  'wix.forms.v4.form_created': { readonly entity: FormWire };
  'wix.forms.v4.form_updated': Updated<FormWire>;
  'wix.forms.v4.form_deleted': { readonly deletedEntity: FormWire };
  'wix.forms.v4.form_disabled_form': Switched;
  'wix.forms.v4.form_enabled_form': Switched;
}

/** The payload of a known event, and anything for the rest. */
export type PayloadOf<Type extends string> = Type extends keyof EventPayloads ? EventPayloads[Type] : unknown;
