import { useTexts } from '../texts/index.ts';
import { visitContext } from '../visit.ts';
import type { Route } from './+types/WaitingPage';
import { IdentityPage } from './IdentityPage.tsx';
import { pathWith, requestOf } from './request.ts';
import { requireStep } from './step.ts';

export async function loader({ request, context }: Route.LoaderArgs) {
  const visit = context.get(visitContext);
  const authRequest = requestOf(request);
  const { email } = await requireStep(visit, 'REQUIRE_OWNER_APPROVAL', authRequest);
  return { siteName: visit.site.name, email, authRequest };
}

export default function WaitingPage({ loaderData }: Route.ComponentProps) {
  const { siteName, email, authRequest } = loaderData;
  const { title, lead, text, check } = useTexts().waiting;
  return (
    <IdentityPage siteName={siteName} title={title} lead={lead(siteName)}>
      <p>{text(email)}</p>
      <p className="actions">
        <a className="button-quiet" href={pathWith('/sign-in', authRequest)}>
          {check}
        </a>
      </p>
    </IdentityPage>
  );
}
