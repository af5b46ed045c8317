import { createClient } from '@portico/sdk';
import { ContactForm, MemberBar } from './members';

// The list is read on the server for each request, as an anonymous visitor.
export const dynamic = 'force-dynamic';

const visitor = createClient({
  url: process.env.NEXT_PUBLIC_PORTICO_URL ?? '',
  clientId: process.env.NEXT_PUBLIC_PORTICO_CLIENT_ID ?? '',
});

export default async function Page() {
  const { items } = await visitor.items.query('Books').ascending('title').limit(5).find();
  return (
    <>
      <header>
        <MemberBar />
      </header>
      <main>
        <h1>Books</h1>
        <ul>
          {items.map(({ _id, title, author }) => (
            <li key={_id}>
              {String(title)} by {String(author)}
            </li>
          ))}
        </ul>
        <h2>Contact</h2>
        <ContactForm formId={process.env.NEXT_PUBLIC_PORTICO_FORM_ID ?? ''} />
      </main>
    </>
  );
}
