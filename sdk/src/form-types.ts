/** The types of forms and submissions on the wire. */
import type { Calls } from './calls.gen.ts';

/** A form as the server returns it (forms contract section 4). */
export type Form = Calls['forms.forms.get']['response']['form'];
export type Submission = Calls['forms.submissions.create']['response']['submission'];
/** The default country of addresses and phone numbers, and the currency of payments. */
export type SiteProperties = Calls['forms.siteProperties.get']['response']['siteProperties'];
