/** The code that connects a website or a script, by framework. The quickstarts of docs/ explain the other steps. */

import type { CodeSnippet } from '../../ui/code-snippet.ts';
import type { ConnectionIds } from './connection-ids.ts';
import { astroSignIn, nextProvider, nextSignIn, viteSignIn } from './react-files.ts';
import { signInTag } from './sign-in-code.ts';

export interface Framework {
  readonly name: string;
  readonly label: string;
  /** Path of the quickstart below /docs. */
  readonly guide: string;
  /** The redirect URI of the framework's development server. Null if the code signs nobody in. */
  readonly redirectUri: string | null;
  snippets(ids: ConnectionIds): readonly CodeSnippet[];
  /**
   * Returns the code that signs members in. Absent for Node scripts, which sign nobody in, and for the Wix SDK, which
   * has methods for this.
   */
  signIn?(ids: ConnectionIds): readonly CodeSnippet[];
}

const installSnippet = (url: string, ...tarballs: string[]): CodeSnippet => ({
  label: 'Install',
  text: 'Run this in the folder of your project, and again after an upgrade of the server, which provides the client for its own version.',
  code: ['npm i', ...tarballs.map((name) => `${url}/packages/${name}`)].join(' '),
});

const REACT_QUERY = '@tanstack/react-query@5';

const installReact = ({ url, tarballs }: ConnectionIds): CodeSnippet => {
  const snippet = installSnippet(url, tarballs.sdk, tarballs.react);
  return { ...snippet, code: `${snippet.code} ${REACT_QUERY}` };
};

const environmentSnippet = (prefix: string, { url, clientId, formId }: ConnectionIds): CodeSnippet => ({
  label: '.env',
  isFile: true,
  text: 'These values are not secret: browsers can read them.',
  code: `${prefix}PORTICO_URL=${url}\n${prefix}PORTICO_CLIENT_ID=${clientId}\n${prefix}PORTICO_FORM_ID=${formId}`,
});

const typesSnippet = (file: string, { url }: ConnectionIds): CodeSnippet => ({
  label: 'Types',
  text: 'Optional: writes the TypeScript types of your collections and forms. Create the key under Settings, API keys, with the rights to see collections and forms. It is a secret: do not write it into a file that you commit.',
  code: `PORTICO_KEY=YOUR-API-KEY npx portico types --url ${url} --out ${file}`,
});

const client = (file: string, url: string, clientId: string): CodeSnippet => ({
  label: file,
  isFile: true,
  text: 'Creates the client of your app. Members stay signed in after a reload.',
  code: `import { createClient, localTokenStorage, memberAuth } from '@portico/sdk';

export const client = createClient({
  url: ${url},
  auth: memberAuth({
    clientId: ${clientId},
    storage: localTokenStorage(),
  }),
});`,
});

export const frameworks: readonly Framework[] = [
  {
    name: 'vite',
    label: 'Vite + React',
    guide: 'quickstart/vite',
    redirectUri: 'http://localhost:5173/callback',
    signIn: () => viteSignIn,
    snippets: (ids) => [
      installReact(ids),
      environmentSnippet('VITE_', ids),
      client('src/portico.ts', 'import.meta.env.VITE_PORTICO_URL', 'import.meta.env.VITE_PORTICO_CLIENT_ID'),
      typesSnippet('src/site.ts', ids),
    ],
  },
  {
    name: 'next',
    label: 'Next.js',
    guide: 'quickstart/next',
    redirectUri: 'http://localhost:3000/callback',
    signIn: () => nextSignIn,
    snippets: (ids) => [
      installReact(ids),
      environmentSnippet('NEXT_PUBLIC_', ids),
      client(
        'app/portico.ts',
        "process.env.NEXT_PUBLIC_PORTICO_URL ?? ''",
        "process.env.NEXT_PUBLIC_PORTICO_CLIENT_ID ?? ''",
      ),
      ...nextProvider,
      typesSnippet('app/site.ts', ids),
    ],
  },
  {
    name: 'astro',
    label: 'Astro',
    guide: 'quickstart/astro',
    redirectUri: 'http://localhost:4321/callback',
    signIn: () => astroSignIn,
    snippets: (ids) => [
      { ...installReact(ids), code: `npx astro add react --yes\n${installReact(ids).code}` },
      environmentSnippet('PUBLIC_', ids),
      client('src/portico.ts', 'import.meta.env.PUBLIC_PORTICO_URL', 'import.meta.env.PUBLIC_PORTICO_CLIENT_ID'),
      typesSnippet('src/site.ts', ids),
    ],
  },
  {
    name: 'html',
    label: 'Plain HTML',
    guide: 'quickstart/html',
    redirectUri: 'http://localhost:3000/',
    signIn: (ids) => [signInTag(ids)],
    snippets: ({ url, clientId, formId }) => [
      {
        label: 'Script of the page',
        text: 'You do not need to install anything: the page imports the client from the server.',
        code: `<script type="module">
  import { createClient } from '${url}/packages/sdk.js';

  const client = createClient({ url: '${url}', clientId: '${clientId}' });
  console.log(await client.forms.getForm('${formId}'));
</script>`,
      },
    ],
  },
  {
    name: 'node',
    label: 'Node script',
    guide: 'quickstart/node',
    redirectUri: null,
    snippets: (ids) => [
      installSnippet(ids.url, ids.tarballs.sdk),
      {
        label: 'index.js',
        isFile: true,
        text: 'Run it with: node index.js. An API key (Settings, API keys) can do more than a visitor.',
        code: `import { createClient } from '@portico/sdk';

const client = createClient({ url: '${ids.url}', clientId: '${ids.clientId}' });
console.log(await client.forms.getForm('${ids.formId}'));`,
      },
      {
        label: '.env of the quickstart',
        text: 'The quickstart script reads these values.',
        code: `PORTICO_URL=${ids.url}
PORTICO_CLIENT_ID=${ids.clientId}
PORTICO_FORM_ID=${ids.formId}
PORTICO_SITE_ID=${ids.siteId}
PORTICO_KEY=YOUR-API-KEY`,
      },
    ],
  },
  {
    name: 'wix',
    label: 'Wix SDK',
    guide: 'frameworks',
    redirectUri: 'http://localhost:3000/callback',
    snippets: ({ url, clientId }) => [
      {
        label: 'Client code',
        text: 'Code for @wix/sdk runs unchanged, with the client id of your app.',
        code: `import { createClient, OAuthStrategy } from '@wix/sdk';
import { items } from '@wix/data';

const client = createClient({
  modules: { items },
  auth: OAuthStrategy({ clientId: '${clientId}' }),
});`,
      },
      {
        label: 'Script for browsers',
        text: 'Put this line before all other scripts of the page.',
        code: `<script src="${url}/wix.js"></script>`,
      },
      {
        label: 'Command for Node.js',
        text: 'Download the module from the server and import it when you start your program.',
        code: `curl -O ${url}/wix-register.mjs\nnode --import ./wix-register.mjs server.js`,
      },
    ],
  },
];
