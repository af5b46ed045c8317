import { allProfileFields, NewPasswordForm, ProfileForm, profileValues, SessionList } from '@portico/react';
import type { ReactNode } from 'react';
import { textsOf, useTexts } from '../../texts/index.ts';
import { visitContext } from '../../visit.ts';
import { goTo } from '../request.ts';
import type { Route } from './+types/AccountPage';
import { act } from './account-actions.ts';
import { DeleteSection } from './DeleteSection.tsx';
import { momentWords } from './moment-words.ts';

/** What an account page says was done, by what stands in its address. */
const DONE = {
  profile: 'profileSaved',
  password: 'passwordSaved',
  'end-session': 'sessionEnded',
  'end-others': 'othersEnded',
} as const;

export async function loader({ request, context }: Route.LoaderArgs) {
  const { member, client, settings, language } = context.get(visitContext);
  if (!member) throw goTo('/sign-in');
  const texts = textsOf(language);
  const { locale } = texts.site;
  const { sessions } = await client.call('identity.sessions.list');
  const fields = allProfileFields(settings, texts);
  return {
    siteName: settings.siteName,
    email: member.loginEmail ?? '',
    memberSince: new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeZone: 'UTC' }).format(
      new Date(member.createdDate),
    ),
    fields,
    values: profileValues(fields, member),
    shortestPassword: settings.shortestPassword,
    sessions: sessions.map(({ sessionId, current, userAgent, address, appName, createdDate, lastUsedDate }) => ({
      sessionId,
      current,
      userAgent,
      address,
      appName,
      created: momentWords(createdDate, locale),
      lastUsed: momentWords(lastUsedDate, locale),
    })),
    done: DONE[new URL(request.url).searchParams.get('done') as keyof typeof DONE] ?? null,
  };
}

export const action = ({ request, context }: Route.ActionArgs) => act(request, context.get(visitContext));

export default function AccountPage({ loaderData, actionData }: Route.ComponentProps) {
  const { siteName, email, memberSince, fields, values, shortestPassword, sessions, done } = loaderData;
  const texts = useTexts();
  const { account } = texts;
  const refused = (intent: string) => (actionData?.intent === intent ? actionData : undefined);
  return (
    <div className="page page-narrow account">
      <title>{`${actionData ? texts.problem(account.title) : account.title} · ${siteName}`}</title>
      <h1>{account.title}</h1>
      {done && !actionData && (
        <p className="notice" role="status">
          {account[done]}
        </p>
      )}
      <dl className="details">
        <div>
          <dt>{texts.fields.email}</dt>
          <dd>
            <bdi>{email}</bdi>
          </dd>
        </div>
        <div>
          <dt>{account.memberSince}</dt>
          <dd>{memberSince}</dd>
        </div>
      </dl>
      <form className="sign-out" method="post" action="/sign-out">
        <button className="button-quiet" type="submit">
          {account.signOut}
        </button>
      </form>
      <Section id="profile" title={account.profile}>
        <ProfileForm
          action="/account#profile"
          intent="profile"
          fields={fields}
          values={refused('profile')?.values ?? values}
          errors={refused('profile')?.errors}
          submitText={account.saveProfile}
          texts={texts}
        />
      </Section>
      <Section id="password" title={account.password} lead={account.passwordLead}>
        <NewPasswordForm
          action="/account#password"
          intent="password"
          email={email}
          withCurrent
          shortestPassword={shortestPassword}
          errors={refused('password')?.errors}
          submitText={texts.newPassword.changeButton}
          texts={texts}
        />
        <p>
          {account.noPasswordYet} <a href="/forgot-password">{texts.newPassword.requestLink}</a>
        </p>
      </Section>
      <Section id="sessions" title={account.sessions} lead={account.sessionsLead}>
        <SessionList action="/account" sessions={sessions} texts={texts} />
      </Section>
      <Section id="data" title={account.data} lead={account.dataLead}>
        <a className="button-quiet" href="/account/export" download>
          {account.download}
        </a>
      </Section>
      <DeleteSection error={refused('delete')?.errors.email} />
    </div>
  );
}

function Section({ id, title, lead, children }: { id: string; title: string; lead?: string; children: ReactNode }) {
  return (
    <section className="account-section" id={id} aria-labelledby={`${id}-title`}>
      <h2 id={`${id}-title`}>{title}</h2>
      {lead && <p className="section-lead">{lead}</p>}
      {children}
    </section>
  );
}
