import { visitContext } from '../../visit.ts';
import { goTo } from '../request.ts';
import type { Route } from './+types/export';

/** Downloads all data that the site stores about the member. */
export async function loader({ context }: Route.LoaderArgs) {
  const { member, client } = context.get(visitContext);
  if (!member) throw goTo('/sign-in');
  const memberData = await client.call('identity.account.export');
  return new Response(JSON.stringify(memberData, null, 2), {
    headers: {
      'content-type': 'application/json; charset=utf-8',
      'content-disposition': 'attachment; filename="my-data.json"',
    },
  });
}
