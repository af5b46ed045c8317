import { items } from '@wix/data';
import { createClient, OAuthStrategy } from '@wix/sdk';
import { Count } from './count.jsx';

export const dynamic = 'force-dynamic';

export default async function Page() {
  const auth = OAuthStrategy({ clientId: process.env.NEXT_PUBLIC_WIX_CLIENT_ID });
  const { items: books } = await createClient({ modules: { items }, auth }).items.query('Books').find();
  return (
    <main>
      <ul>
        {books.map(({ _id, title }) => (
          <li key={_id}>{title}</li>
        ))}
      </ul>
      <Count />
    </main>
  );
}
