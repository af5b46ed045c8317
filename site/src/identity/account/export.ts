import { visitContext } from '../../visit.ts';
import { goTo } from '../request.ts';
import type { Route } from './+types/export';

/** Everything that the site keeps about the member, as a file. */
export async function loader({ context }: Route.LoaderArgs) {
  const { member, client } = context.get(visitContext);
  if (!member) throw goTo('/sign-in');
  const everything = await client.call('identity.account.export');
  return new Response(JSON.stringify(everything, null, 2), {
    headers: {
      'content-type': 'application/json; charset=utf-8',
      'content-disposition': 'attachment; filename="my-data.json"',
    },
  });
}
