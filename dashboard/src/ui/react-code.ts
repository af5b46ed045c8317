import type { CodeSnippet } from './code-snippet.ts';

/**
 * Returns a file with a React component that renders one component of `@portico/react`. The file works with Vite,
 * Next.js and Astro, because it has its own provider. It imports the client that *Connect your site* shows.
 * @param tag the name of the component in `@portico/react`
 * @param jsx the lines of code that render it
 */
export const componentFile = (name: string, tag: string, jsx: readonly string[]): CodeSnippet => ({
  label: `${name}.tsx`,
  isFile: true,
  text: `Save this file next to portico.ts, and write <${name} /> where it belongs. In a page of Astro, write <${name} client:only="react" />. In an app that already has a PorticoProvider, remove the one of this file.`,
  code: `'use client';

import '@portico/react/styles.css';
import { ${tag}, PorticoProvider } from '@portico/react';
import { client } from './portico';

export function ${name}() {
  return (
    <PorticoProvider client={client}>
${jsx.map((line) => `      ${line}`).join('\n')}
    </PorticoProvider>
  );
}`,
});

/**
 * Returns a name for a component, such as `FishChipsForm` for “Fish & chips”. Without letters of ASCII, or if the name
 * would be the suffix alone, the name starts with `Site`.
 */
export function componentNameOf(title: string, suffix: string): string {
  const words =
    title
      .normalize('NFKD')
      .replace(/\p{M}/gu, '')
      .match(/[a-z0-9]+/gi) ?? [];
  const name = words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join('');
  const stem = name.endsWith(suffix) ? name.slice(0, -suffix.length) : name;
  return (/^[A-Z]/.test(stem) ? stem : `Site${stem}`) + suffix;
}
