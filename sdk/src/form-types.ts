/** The types of forms and submissions on the wire. */
import type { Calls } from './calls.gen.ts';
import type { FormId, FormValues, SiteTypes, ValuesOf } from './site-types.ts';

/** A form as the server returns it (forms contract section 4). */
export type Form = Calls['forms.forms.get']['response']['form'];
/** A submission with its values by target. */
export type Submission<Values extends object = FormValues> = Omit<WireSubmission, 'submissions'> & {
  submissions: Values;
};
type WireSubmission = Calls['forms.submissions.create']['response']['submission'];
/**
 * A submission that the server has stored. Every value may be missing, because the form may have had other fields when
 * it was sent.
 */
export type StoredSubmission<Site extends SiteTypes, Id extends FormId<Site>> = Submission<Partial<ValuesOf<Site, Id>>>;
/** The default country of addresses and phone numbers, and the currency of payments. */
export type SiteProperties = Calls['forms.siteProperties.get']['response']['siteProperties'];
