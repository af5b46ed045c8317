/** The actions of the account page. Each has its own form with an `intent`. */
import {
  allProfileFields,
  profileErrors,
  type Rejection,
  readProfile,
  rejectionOf,
  toMemberChanges,
} from '@portico/react';
import type { Member } from '@portico/sdk';
import { data, redirect } from 'react-router';
import { readForm } from '../../posted-body.ts';
import { type Texts, textsOf } from '../../texts/index.ts';
import type { Visit } from '../../visit.ts';
import { goTo, textOf } from '../request.ts';

/** The errors of an action, shown at its form. */
interface ActionErrors {
  readonly intent: string;
  readonly errors: Readonly<Record<string, string>>;
  readonly values?: Readonly<Record<string, string>>;
}

type AccountAction = (
  visit: Visit,
  member: Member,
  form: FormData,
  texts: Texts,
) => Promise<Response | Omit<ActionErrors, 'intent'>>;

export async function runAccountAction(request: Request, visit: Visit) {
  const { member, language } = visit;
  if (!member) throw goTo('/sign-in');
  const form = await readForm(request);
  const intent = textOf(form, 'intent');
  const run = Object.hasOwn(ACTIONS, intent) ? ACTIONS[intent as keyof typeof ACTIONS] : undefined;
  if (!run) throw data(null, { status: 400 });
  const texts = textsOf(language);
  try {
    const response = await run(visit, member, form, texts);
    return response instanceof Response
      ? response
      : data({ intent, ...response } satisfies ActionErrors, { status: 400 });
  } catch (error) {
    const { status, errors } = rejectionOf(error, texts);
    return data({ intent, errors } satisfies ActionErrors as ActionErrors, { status });
  }
}

/** Redirects after the POST, so that a reload does not repeat the action. */
const redirectAfter = (intent: string): Response => redirect(`/account?done=${intent}`);

const saveProfile: AccountAction = async ({ client, settings }, member, form, texts) => {
  const fields = allProfileFields(settings, texts);
  const values = readProfile(fields, form);
  const errors = profileErrors(fields, values, texts);
  if (Object.keys(errors).length > 0) return { values, errors };
  try {
    await client.members.updateMember(member.id, toMemberChanges(fields, values, member));
    return redirectAfter('profile');
  } catch (error) {
    return { values, errors: rejectionOf(error, texts).errors };
  }
};

const changePassword: AccountAction = async ({ browser }, _member, form, texts) => {
  const body = { currentPassword: textOf(form, 'currentPassword'), newPassword: textOf(form, 'newPassword') };
  try {
    await browser.call('identity.session.changePassword', { body });
    return redirectAfter('password');
  } catch (error) {
    return { errors: passwordErrors(rejectionOf(error, texts), texts) };
  }
};

function passwordErrors({ code, errors }: Rejection, { account }: Texts): Record<string, string> {
  if (code === '-19976') return { currentPassword: account.wrongPassword };
  return { form: errors.form ?? '', newPassword: errors.password ?? '' };
}

const endSession: AccountAction = async ({ client }, _member, form) => {
  await client.call('identity.sessions.end', { query: { sessionId: textOf(form, 'sessionId') } });
  return redirectAfter('end-session');
};

const endOthers: AccountAction = async ({ client }) => {
  await client.call('identity.sessions.endOthers', { body: {} });
  return redirectAfter('end-others');
};

const deleteAccount: AccountAction = async ({ client, browser }, member, form, { account }) => {
  const enteredEmail = textOf(form, 'email').trim().toLowerCase();
  if (enteredEmail === '' || enteredEmail !== member.loginEmail?.toLowerCase())
    return { errors: { email: account.deleteMismatch } };
  await client.call('identity.members.deleteMy', { query: {} });
  // The session was deleted with the member. This deletes its cookie.
  await browser.call('identity.session.signOut', { body: {} });
  return goTo('/signed-out?deleted');
};

/** The actions by their `intent`. */
export const ACTIONS = {
  profile: saveProfile,
  password: changePassword,
  'end-session': endSession,
  'end-others': endOthers,
  delete: deleteAccount,
} as const;
