/** What a member does on the account page: one form each, told apart by `intent`. */
import { allProfileFields, profileErrors, type Refusal, readProfile, refusalOf, toMemberChanges } from '@portico/react';
import type { Member } from '@portico/sdk';
import { data, redirect } from 'react-router';
import { type Texts, textsOf } from '../../texts/index.ts';
import type { Visit } from '../../visit.ts';
import { goTo, textOf } from '../request.ts';

/** What was refused, to be shown at its form. */
interface Refused {
  readonly intent: string;
  readonly errors: Readonly<Record<string, string>>;
  readonly values?: Readonly<Record<string, string>>;
}

type Act = (visit: Visit, member: Member, form: FormData, texts: Texts) => Promise<Response | Omit<Refused, 'intent'>>;

export async function act(request: Request, visit: Visit) {
  const { member, language } = visit;
  if (!member) throw goTo('/sign-in');
  const form = await request.formData();
  const intent = textOf(form, 'intent');
  const todo = Object.hasOwn(ACTS, intent) ? ACTS[intent as keyof typeof ACTS] : undefined;
  if (!todo) throw data(null, { status: 400 });
  const texts = textsOf(language);
  try {
    const answer = await todo(visit, member, form, texts);
    return answer instanceof Response ? answer : data({ intent, ...answer } satisfies Refused, { status: 400 });
  } catch (error) {
    const { status, errors } = refusalOf(error, texts);
    return data({ intent, errors } satisfies Refused as Refused, { status });
  }
}

/** To another address after the post: reloading the page must not do it again. */
const done = (intent: string): Response => redirect(`/account?done=${intent}`);

const saveProfile: Act = async ({ client, settings }, member, form, texts) => {
  const fields = allProfileFields(settings, texts);
  const values = readProfile(fields, form);
  const errors = profileErrors(fields, values, texts);
  if (Object.keys(errors).length > 0) return { values, errors };
  try {
    await client.members.updateMember(member.id, toMemberChanges(fields, values, member));
    return done('profile');
  } catch (error) {
    return { values, errors: refusalOf(error, texts).errors };
  }
};

const changePassword: Act = async ({ browser }, _member, form, texts) => {
  const body = { currentPassword: textOf(form, 'currentPassword'), newPassword: textOf(form, 'newPassword') };
  try {
    await browser.call('identity.session.changePassword', { body });
    return done('password');
  } catch (error) {
    return { errors: atPasswords(refusalOf(error, texts), texts) };
  }
};

function atPasswords({ code, errors }: Refusal, { account }: Texts): Record<string, string> {
  if (code === '-19976') return { currentPassword: account.wrongPassword };
  return { form: errors.form ?? '', newPassword: errors.password ?? '' };
}

const endSession: Act = async ({ client }, _member, form) => {
  await client.call('identity.sessions.end', { query: { sessionId: textOf(form, 'sessionId') } });
  return done('end-session');
};

const endOthers: Act = async ({ client }) => {
  await client.call('identity.sessions.endOthers', { body: {} });
  return done('end-others');
};

const deleteAccount: Act = async ({ client, browser }, member, form, { account }) => {
  const typed = textOf(form, 'email').trim().toLowerCase();
  if (typed === '' || typed !== member.loginEmail?.toLowerCase()) return { errors: { email: account.deleteMismatch } };
  await client.call('identity.members.deleteMy', { query: {} });
  // The session went with the member; its cookie goes with it.
  await browser.call('identity.session.signOut', { body: {} });
  return goTo('/signed-out?deleted');
};

const ACTS = {
  profile: saveProfile,
  password: changePassword,
  'end-session': endSession,
  'end-others': endOthers,
  delete: deleteAccount,
} as const;
