import { useTexts } from '../texts/index.ts';
import { visitContext } from '../visit.ts';
import type { Route } from './+types/SignedOutPage';
import { IdentityPage } from './IdentityPage.tsx';

export function loader({ request, context }: Route.LoaderArgs) {
  const deleted = new URL(request.url).searchParams.has('deleted');
  return { siteName: context.get(visitContext).site.name, deleted };
}

export default function SignedOutPage({ loaderData: { siteName, deleted } }: Route.ComponentProps) {
  const { signedOut } = useTexts();
  return (
    <IdentityPage
      siteName={siteName}
      title={deleted ? signedOut.deletedTitle : signedOut.title}
      lead={deleted ? signedOut.deletedLead : signedOut.lead}
    >
      <p className="actions">
        <a className="portico-button" href="/">
          {signedOut.home}
        </a>
        {!deleted && (
          <a className="button-quiet" href="/sign-in">
            {signedOut.toSignIn}
          </a>
        )}
      </p>
    </IdentityPage>
  );
}
