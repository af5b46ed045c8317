import { visitContext } from '../visit.ts';
import type { Route } from './+types/ResetPasswordPage';
import { NewPasswordView } from './NewPasswordView.tsx';
import { loadNewPassword, setNewPassword } from './new-password.ts';

const PATH = '/reset-password';

export const loader = ({ request, context }: Route.LoaderArgs) =>
  loadNewPassword(request, context.get(visitContext), PATH);

export const action = ({ request, context }: Route.ActionArgs) =>
  setNewPassword(request, context.get(visitContext), PATH);

export default function ResetPasswordPage({ loaderData, actionData }: Route.ComponentProps) {
  return <NewPasswordView loaded={loaderData} errors={actionData} />;
}
