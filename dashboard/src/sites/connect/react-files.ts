/** The files of a React app that sign members in, by framework, in the order in which developers paste them. */
import type { CodeSnippet } from '../../ui/code-snippet.ts';
import { callbackFile, memberFile, signInButtonFile, USE_CLIENT } from './sign-in-code.ts';

const file = (label: string, text: string, code: string): CodeSnippet => ({ label, text, code, isFile: true });

/** The files of a Vite app. Its template imports `App.tsx`. */
export const viteSignIn: readonly CodeSnippet[] = [
  signInButtonFile('src'),
  memberFile('src'),
  callbackFile('src/Callback.tsx'),
  file(
    'src/App.tsx',
    'Replace the file. All components of @portico/react belong inside the provider. With a router, make /callback a route.',
    `import '@portico/react/styles.css';
import { PorticoProvider } from '@portico/react';
import Callback from './Callback';
import { Member } from './Member';
import { client } from './portico';

export default function App() {
  return (
    <PorticoProvider client={client}>
      <main>
        <h1>My website</h1>
        {location.pathname === '/callback' ? <Callback /> : <Member />}
      </main>
    </PorticoProvider>
  );
}`,
  ),
];

/** The files of a Next.js app that provide the client to all pages. */
export const nextProvider: readonly CodeSnippet[] = [
  file(
    'app/providers.tsx',
    'All components of @portico/react belong inside the provider.',
    `${USE_CLIENT}import { PorticoProvider } from '@portico/react';
import type { ReactNode } from 'react';
import { client } from './portico';

export function Providers({ children }: { children: ReactNode }) {
  return <PorticoProvider client={client}>{children}</PorticoProvider>;
}`,
  ),
  file(
    'app/layout.tsx',
    'Replace the file, or add both imports and <Providers> to your own layout.',
    `import '@portico/react/styles.css';
import type { ReactNode } from 'react';
import { Providers } from './providers';

export default function Layout({ children }: { children: ReactNode }) {
  return (
    <html lang="en">
      <body>
        <Providers>{children}</Providers>
      </body>
    </html>
  );
}`,
  ),
];

/** The files of a Next.js app with the app router. */
export const nextSignIn: readonly CodeSnippet[] = [
  signInButtonFile('app', USE_CLIENT),
  memberFile('app', USE_CLIENT),
  callbackFile('app/callback/page.tsx', '../portico', USE_CLIENT),
  file(
    'app/page.tsx',
    'Replace the file, or show <Member /> on a page of your own.',
    `import { Member } from './Member';

export default function Page() {
  return (
    <main>
      <h1>My website</h1>
      <Member />
    </main>
  );
}`,
  ),
];

const astroPage = (path: string, text: string, name: string, island: string): CodeSnippet =>
  file(
    path,
    text,
    `---
${island}
---

<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <title>My website</title>
  </head>
  <body>
    <main>
      <h1>My website</h1>
      <${name} client:only="react" />
    </main>
  </body>
</html>`,
  );

/** The files of an Astro site. Each island has its own provider. */
export const astroSignIn: readonly CodeSnippet[] = [
  signInButtonFile('src'),
  memberFile('src'),
  file(
    'src/MemberIsland.tsx',
    'Each island needs its own provider. The islands share the session, because they share the client.',
    `import '@portico/react/styles.css';
import { PorticoProvider } from '@portico/react';
import { Member } from './Member';
import { client } from './portico';

export function MemberIsland() {
  return (
    <PorticoProvider client={client}>
      <Member />
    </PorticoProvider>
  );
}`,
  ),
  astroPage(
    'src/pages/index.astro',
    'Replace the file, or show the island on a page of your own.',
    'MemberIsland',
    "import { MemberIsland } from '../MemberIsland';",
  ),
  callbackFile('src/Callback.tsx'),
  astroPage(
    'src/pages/callback.astro',
    'The page to which the sign-in page returns.',
    'Callback',
    "import Callback from '../Callback';",
  ),
];
