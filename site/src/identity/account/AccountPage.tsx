import { Account, type AccountAction, allProfileFields, profileValues } from '@portico/react';
import { textsOf, useTexts } from '../../texts/index.ts';
import { visitContext } from '../../visit.ts';
import { goTo } from '../request.ts';
import type { Route } from './+types/AccountPage';
import { ACTIONS, runAccountAction } from './account-actions.ts';

export async function loader({ request, context }: Route.LoaderArgs) {
  const { member, client, settings, language } = context.get(visitContext);
  if (!member) throw goTo('/sign-in');
  const fields = allProfileFields(settings, textsOf(language));
  const done = new URL(request.url).searchParams.get('done') ?? '';
  return {
    siteName: settings.siteName,
    account: {
      email: member.loginEmail ?? '',
      createdDate: member.createdDate,
      fields,
      values: profileValues(fields, member),
      shortestPassword: settings.shortestPassword,
      sessions: (await client.call('identity.sessions.list')).sessions,
    },
    done: Object.hasOwn(ACTIONS, done) ? (done as AccountAction) : null,
  };
}

export const action = ({ request, context }: Route.ActionArgs) => runAccountAction(request, context.get(visitContext));

export default function AccountPage({ loaderData, actionData }: Route.ComponentProps) {
  const { siteName, account, done } = loaderData;
  const texts = useTexts();
  const { title } = texts.account;
  return (
    <div className="page page-narrow">
      <title>{`${actionData ? texts.problem(title) : title} · ${siteName}`}</title>
      <h1>{title}</h1>
      <Account
        post={{
          action: '/account',
          account,
          done,
          rejected: actionData ?? null,
          signOutUrl: '/sign-out',
          exportUrl: '/account/export',
          forgotPasswordUrl: '/forgot-password',
        }}
        texts={texts}
      />
    </div>
  );
}
