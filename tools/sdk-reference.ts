/**
 * Writes the reference of the packages from their doc comments with TypeDoc. TypeDoc needs an older TypeScript, so it
 * is installed in conformance/.
 */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { splitByTopic } from './reference-topics.ts';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const { resolve } = createRequire(join(ROOT, 'conformance/package.json'));

interface ReferencePage {
  /** Entry of the package, and the file that TypeDoc writes for it. */
  readonly entry: string;
  readonly output: string;
  readonly title: string;
  readonly intro: string;
}

const SDK_PAGE = 'docs/reference/sdk.md';
const REFERENCE: Readonly<Record<string, ReferencePage>> = {
  [SDK_PAGE]: {
    entry: 'sdk/src/index.ts',
    output: 'sdk/src.md',
    title: '@portico/sdk: reference',
    intro:
      'Everything that `@portico/sdk` exports. [The guide](../../sdk/README.md) shows how to use it. Expect each call to return a promise, which rejects with a `PorticoError` if the call fails.',
  },
  'docs/reference/admin.md': {
    entry: 'sdk/src/admin/index.ts',
    output: 'sdk/src/admin.md',
    title: '@portico/sdk/admin: reference',
    intro:
      'Everything that `@portico/sdk/admin` exports. The ids of its calls are those of [the API reference](/docs/api): the address of each endpoint there ends with its id. Expect a call that fails to reject with a `PorticoError`.',
  },
  'docs/reference/cookies.md': {
    entry: 'sdk/src/auth/cookie-storage.ts',
    output: 'sdk/src/auth/cookie-storage.md',
    title: '@portico/sdk/cookies: reference',
    intro:
      'Everything that `@portico/sdk/cookies` exports. Tokens in cookies, which the server and the pages of a website share. Expect one storage per request on a server.',
  },
  'docs/reference/external-login.md': {
    entry: 'sdk/src/auth/external-login.ts',
    output: 'sdk/src/auth/external-login.md',
    title: '@portico/sdk/external-login: reference',
    intro:
      'Everything that `@portico/sdk/external-login` exports. Sign-in for servers that identify members themselves. Expect `auth` with all methods of `memberAuth`.',
  },
  'docs/reference/form-progress.md': {
    entry: 'sdk/src/form-progress.ts',
    output: 'sdk/src/form-progress.md',
    title: '@portico/sdk/form-progress: reference',
    intro:
      'Everything that `@portico/sdk/form-progress` exports. The values of a half-filled form. Expect `load` to return null after a week.',
  },
  'docs/reference/submissions.md': {
    entry: 'sdk/src/submissions.ts',
    output: 'sdk/src/submissions.md',
    title: '@portico/sdk/submissions: reference',
    intro:
      'Everything that `@portico/sdk/submissions` exports. The submissions of forms, for owners and members. Expect a call that fails to reject with a `PorticoError`.',
  },
  'docs/reference/react.md': {
    entry: 'react/src/index.ts',
    output: 'react/src.md',
    title: '@portico/react: reference',
    intro:
      'Components and hooks of `@portico/react`. [The guide](../../react/README.md) shows how to use them. Expect components and hooks to need a `<PorticoProvider>` around them.',
  },
};

const PROBLEMS = `## What can go wrong

| what you see | what to do |
|---|---|
| a rejected promise | it is a \`PorticoError\`: read its \`code\`, and find it in [Errors](../errors.md). The codes after *Throws* are those of the call itself |
| an export of this page does not exist in your project | your package is older than this server: install it again ([Quickstart](../quickstart/vite.md)) |
| a type error in an option that may be absent | leave the option out instead of passing \`null\`; \`undefined\` is allowed where the type names it |`;

/**
 * Files whose symbols the reference omits: types of the wire, texts, and parts of forms that only components of forms
 * use.
 */
const EXCLUDED_FILES = ['**/calls.gen.ts', '**/texts/**', '**/forms/view/**', '**/forms/values/**'];

/** Returns the Markdown of each reference page by its path. */
export function sdkReference(): Map<string, string> {
  const out = mkdtempSync(join(tmpdir(), 'portico-reference-'));
  try {
    const tsconfig = join(out, 'tsconfig.json');
    const compilerOptions = {
      ...{
        module: 'preserve',
        moduleResolution: 'bundler',
        jsx: 'react-jsx',
        typeRoots: [join(ROOT, 'node_modules/@types')],
      },
      lib: ['es2024', 'dom', 'dom.iterable'],
    };
    const include = ['sdk/src', 'react/src'].map((folder) => join(ROOT, folder));
    writeFileSync(tsconfig, JSON.stringify({ extends: join(ROOT, 'tsconfig.base.json'), compilerOptions, include }));
    const options = {
      entryPoints: Object.values(REFERENCE).map(({ entry }) => join(ROOT, entry)),
      tsconfig,
      plugin: [resolve('typedoc-plugin-markdown')],
      out,
      outputFileStrategy: 'modules',
      exclude: EXCLUDED_FILES,
      // TypeDoc need not check the types, because `npm run check` does.
      skipErrorChecking: true,
      readme: 'none',
      // The next three options make TypeDoc write lines such as `Defined in: [sdk/src/items.ts:12](…)`. These
      // lines determine to which page a symbol belongs, and are removed from the pages.
      disableGit: true,
      sourceLinkTemplate: '{path}',
      basePath: ROOT,
      excludePrivate: true,
      excludeExternals: true,
      hideBreadcrumbs: true,
      hidePageHeader: true,
      parametersFormat: 'table',
      propertiesFormat: 'table',
      interfacePropertiesFormat: 'table',
      typeDeclarationFormat: 'table',
      tableColumnSettings: {
        hideOverrides: true,
        hideInherited: true,
        hideSources: true,
        hideModifiers: true,
        hideDefaults: true,
      },
      logLevel: 'Error',
    };
    const file = join(out, 'typedoc.json');
    writeFileSync(file, JSON.stringify(options));
    const typedoc = join(dirname(resolve('typedoc/package.json')), 'bin/typedoc');
    execFileSync(process.execPath, [typedoc, '--options', file], { cwd: ROOT, stdio: ['ignore', 'ignore', 'inherit'] });
    return pagesOf((page) => cleaned(readFileSync(join(out, page.output), 'utf8')));
  } finally {
    rmSync(out, { recursive: true });
  }
}

/** Returns all pages: one for each entry, and one for each topic of `@portico/sdk`. */
function pagesOf(read: (page: ReferencePage) => string): Map<string, string> {
  const sdk = splitByTopic(read(REFERENCE[SDK_PAGE] as ReferencePage));
  const entries = Object.entries(REFERENCE).map(([path, page]): [string, string] => {
    const body = path === SDK_PAGE ? sdk.overview : withoutSources(read(page));
    const linked = body.replace(/\]\(sdk\.md#([^)]+)\)/g, (_, anchor: string) => `](${sdk.linkTo(anchor)})`);
    return [path, pageOf(page.title, page.intro, `${linked.trim()}\n\n${PROBLEMS}`)];
  });
  const topics = sdk.pages.map(([{ file, title, intro }, body]): [string, string] => [
    `docs/reference/${file}`,
    pageOf(
      `@portico/sdk: ${title.toLowerCase()}`,
      intro,
      [...PAGE_OF_OUTPUT.values()].reduce(
        (text, page) => text.replaceAll(`](${page}`, `](../${page}`),
        withoutSources(body),
      ),
    ),
  ]);
  return new Map([...entries, ...topics]);
}

/** The page of each entry of the SDK except the first, by the path that TypeDoc links to. */
const PAGE_OF_OUTPUT: ReadonlyMap<string, string> = new Map(
  Object.entries(REFERENCE)
    .filter(([, { output }]) => output.startsWith('sdk/src/'))
    .map(([path, { output }]) => [output.slice('sdk/src/'.length), basename(path)]),
);

/** Matches the start of a link to the file of another entry, which TypeDoc writes relative to the linking file. */
const ENTRY_LINK = new RegExp(
  `\\]\\((?:\\.\\./)*(?:sdk/)?(?:src/)?(${[...PAGE_OF_OUTPUT.keys()].join('|').replaceAll('.', '\\.')})`,
  'g',
);

const cleaned = (text: string): string =>
  text
    .replace(/^# .*\n/, '')
    // Our pages contain no HTML, and docs/ adds the anchors of headings.
    .replace(/<a id="[^"]*"><\/a> ?/g, '')
    .replace(/\]\((?:\.\.\/)*(?:sdk\/)?src\.md/g, '](sdk.md')
    .replace(ENTRY_LINK, (link, output: string) => `](${PAGE_OF_OUTPUT.get(output) ?? link}`)
    .replace(/ +$/gm, '');

const withoutSources = (text: string): string => text.replace(/^Defined in: .*\n\n?/gm, '');

const pageOf = (title: string, intro: string, body: string): string =>
  `# ${title}\n\n<!-- Generated from the doc comments by npm run gen. -->\n\n${intro}\n\n${body.trim()}\n`;
