import { visitContext } from '../visit.ts';
import type { Route } from './+types/ActivatePage';
import { NewPasswordView } from './NewPasswordView.tsx';
import { loadNewPassword, setNewPassword } from './new-password.ts';

const PATH = '/activate';

export const loader = ({ request, context }: Route.LoaderArgs) =>
  loadNewPassword(request, context.get(visitContext), PATH);

export const action = ({ request, context }: Route.ActionArgs) =>
  setNewPassword(request, context.get(visitContext), PATH);

export default function ActivatePage({ loaderData, actionData }: Route.ComponentProps) {
  return <NewPasswordView loaded={loaderData} errors={actionData} />;
}
