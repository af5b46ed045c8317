/**
 * Runs a code block of the documentation in the page of a website: evaluates its module, renders the components that it
 * exports, and calls the functions that it exports. This file is bundled in the folder of the website.
 */
import { PorticoProvider } from '@portico/react';
import type { Client, TokenStorage } from '@portico/sdk';
import type { CookieJar } from '@portico/sdk/cookies';
import type { ComponentType, ReactNode } from 'react';
import { createRoot } from 'react-dom/client';
import { type Values, variablesOfPage } from './variables.ts';

const cookies: CookieJar = { getAll: () => [], setAll: () => undefined };
const storage: TokenStorage = { load: () => null, save: () => undefined };

/** Shows what the exported functions return that are not components. */
const calls: Readonly<Record<string, (exported: never) => Promise<ReactNode>>> = {
  renderPage: (renderPage: (storage: TokenStorage, children: ReactNode) => Promise<ReactNode>) =>
    renderPage(storage, 'The children'),
  clientOf: async (clientOf: (cookies: CookieJar) => Client) => {
    const { items } = await clientOf(cookies).items.query('Books').find();
    return items.map(({ title }) => String(title)).join(', ');
  },
};

/**
 * @param load imports the module of the code block
 * @param values defines the variables that the code block does not declare; undefined for a complete one
 */
export async function runInPage(load: () => Promise<object>, values: Values | undefined): Promise<void> {
  const variables = values && (await variablesOfPage(values));
  Object.assign(globalThis, variables);
  const content: ReactNode[] = [];
  for (const [name, exported] of Object.entries(await load())) {
    if (/^[A-Z]/.test(name)) {
      const Component = exported as ComponentType;
      content.push(<Component key={name} />);
      continue;
    }
    const call = calls[name];
    if (!call) throw new Error(`No test calls the exported function ${name}: add it to run-in-page.tsx.`);
    content.push(await call(exported as never));
  }
  const root = createRoot(document.querySelector('main') as Element);
  root.render(variables ? <PorticoProvider client={variables.client}>{content}</PorticoProvider> : content);
}
