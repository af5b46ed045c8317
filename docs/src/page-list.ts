import type { Page } from './pages.ts';

/** The file at the root of the server with the list of the pages (https://llmstxt.org). */
export const PAGE_LIST = 'llms.txt';

/** The address in the code samples and in the list. The server replaces it with its own. */
const PLACEHOLDER = 'http://localhost:4000';

/** Returns the list of all pages as Markdown, for programs that read the documentation. */
export function pageList(pages: readonly Page[]): string {
  const groups = [...Map.groupBy(pages, ({ group }) => group)].map(
    ([group, entries]) => `## ${group}\n\n${entries.map((page) => `- ${linkTo(page.title, page.path)}`).join('\n')}\n`,
  );
  return `# Portico

> Portico gives a website members, content collections and forms. These pages belong to the version of this server. They need no
> JavaScript, and their code samples contain the address of this server.

${groups.join('\n')}
## HTTP API

- ${linkTo('API reference', '/docs/api')}
- ${linkTo('OpenAPI', '/openapi.json')}
`;
}

const linkTo = (title: string, path: string): string => `[${title}](${PLACEHOLDER}${path})`;
