import { PorticoError } from '@portico/sdk';
import { data, redirect, useNavigation } from 'react-router';
import { visitContext } from '../visit.ts';
import type { Route } from './+types/AccountPage';

const LONGEST_NAME = 100;

export function loader({ request, context }: Route.LoaderArgs) {
  const { member, site } = context.get(visitContext);
  if (!member) throw redirect('/sign-in');
  return {
    siteName: site.name,
    email: member.loginEmail ?? '',
    nickname: member.profile.nickname ?? '',
    memberSince: member.createdDate,
    saved: new URL(request.url).searchParams.has('saved'),
  };
}

/** Changes the name under which the member is shown. */
export async function action({ request, context }: Route.ActionArgs) {
  const { member, client } = context.get(visitContext);
  if (!member) throw redirect('/sign-in');
  const nickname = String((await request.formData()).get('nickname') ?? '').trim();
  if (nickname === '' || nickname.length > LONGEST_NAME) {
    return data({ error: `Enter a name of up to ${LONGEST_NAME} characters.` }, { status: 400 });
  }
  try {
    await client.members.updateMember(member.id, { profile: { nickname } });
  } catch (error) {
    if (!(error instanceof PorticoError) || error.status >= 500) throw error;
    return data({ error: error.message }, { status: error.status });
  }
  return redirect('/account?saved');
}

const dates = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' });

export default function AccountPage({ loaderData, actionData }: Route.ComponentProps) {
  const { siteName, email, nickname, memberSince, saved } = loaderData;
  const pending = useNavigation().state === 'submitting';
  const error = actionData?.error;
  return (
    <div className="page page-form">
      <title>{`Account · ${siteName}`}</title>
      <h1>Your account</h1>
      {saved && !error && (
        <p className="notice" role="status">
          Your name has been saved.
        </p>
      )}
      <dl className="details">
        <div>
          <dt>E-mail</dt>
          <dd>{email}</dd>
        </div>
        <div>
          <dt>Member since</dt>
          <dd>{dates.format(new Date(memberSince))}</dd>
        </div>
      </dl>
      <form className="portico-form" method="post">
        <div className="portico-field">
          <label className="portico-label" htmlFor="nickname">
            Name
          </label>
          <input
            className="portico-input"
            id="nickname"
            name="nickname"
            autoComplete="nickname"
            defaultValue={nickname}
            maxLength={LONGEST_NAME}
            required
            aria-invalid={error ? true : undefined}
            aria-describedby={error ? 'nickname-error' : 'nickname-help'}
          />
          {error ? (
            <p className="portico-error" id="nickname-error" role="alert">
              {error}
            </p>
          ) : (
            <p className="portico-help" id="nickname-help">
              Other members see you under this name.
            </p>
          )}
        </div>
        <button className="portico-button" type="submit" aria-disabled={pending || undefined}>
          Save
        </button>
      </form>
      <form className="sign-out" method="post" action="/sign-out">
        <button className="button-quiet" type="submit">
          Sign out
        </button>
      </form>
    </div>
  );
}
