/**
 * The import rules of ARCHITECTURE.md as one table. `npm run gen` turns it into the overrides of biome.json, and
 * import-rules.test.ts checks that the linter rejects a forbidden import for each row.
 */

/** The slices of the server in their order: each may import the index.ts of the slices before it. */
export const slices = ['sites', 'events', 'media', 'contacts', 'identity', 'data', 'forms'] as const;

/** Slices that may not import each other in either direction. */
const siblings: readonly (readonly string[])[] = [['data', 'forms']];

/** The layers of a slice. */
interface Layers {
  /** Files beside the folders that every folder may import. */
  readonly base: readonly string[];
  /** Folders from bottom to top: each may import those before it. */
  readonly folders: readonly string[];
  /** Files beside the folders that no folder may import. */
  readonly top: readonly string[];
}

/** The layers of the large slices. */
export const layers: Readonly<Record<string, Layers>> = {
  identity: {
    base: ['permissions'],
    folders: [
      ...['sessions', 'members', 'sign-in', 'oauth', 'authorize'],
      ...['recovery', 'verification', 'hosted', 'redirects'],
    ],
    top: ['captcha-challenge', 'export', 'index', 'routes'],
  },
  data: {
    base: [],
    folders: [
      ...['query', 'collections', 'jobs', 'indexes', 'values', 'table', 'links', 'aggregate'],
      ...['schema-changes', 'definitions', 'search', 'items', 'bulk'],
    ],
    top: ['dispatch', 'export-items', 'forget-owner', 'index', 'item-limit', 'job-kinds', 'routes'],
  },
  forms: {
    base: ['bulk', 'engine', 'mask', 'permissions', 'tags'],
    folders: [
      ...['search', 'forms', 'records', 'mapping', 'spam', 'submissions'],
      ...['formatted', 'pdf', 'notify', 'retention'],
    ],
    top: ['export-submissions', 'forget-submitter', 'index', 'routes', 'support'],
  },
};

/** For each package of the repository, the other packages and the npm packages that it may import. */
const packages: readonly {
  folder: string;
  /** The row applies only to this folder in src/. */
  within?: string;
  may: readonly string[];
  npm: readonly string[] | 'free';
}[] = [
  { folder: 'domain', may: [], npm: [] },
  { folder: 'contract', may: ['domain'], npm: ['typebox'] },
  { folder: 'sdk', may: ['domain'], npm: [] },
  { folder: 'sdk', within: 'cli', may: ['domain'], npm: ['node:*'] },
  { folder: 'react', may: ['domain', 'sdk'], npm: 'free' },
  { folder: 'dashboard', may: ['domain', 'contract', 'sdk', 'react'], npm: 'free' },
  { folder: 'site', may: ['domain', 'contract', 'sdk', 'react'], npm: 'free' },
  { folder: 'embed', may: ['domain', 'sdk', 'react'], npm: 'free' },
  { folder: 'docs', may: ['domain', 'contract', 'server', 'sdk', 'react'], npm: 'free' },
];

const allPackages = ['domain', 'contract', 'server', 'sdk', 'react', 'dashboard', 'site', 'embed', 'docs'];

interface Pattern {
  readonly group: readonly string[];
  readonly message: string;
}

/** Files, and what they may not import. */
export interface ImportRule {
  readonly includes: readonly string[];
  readonly patterns: readonly Pattern[];
}

export const importRules: readonly ImportRule[] = [
  ...slices.map(sliceRule),
  ...Object.keys(layers).flatMap(layerRules),
  ...[
    'kernel',
    'db',
    'http',
    'queue',
    'filter',
    'captcha',
    'mail',
    'outbound',
    'storage',
    'full-text',
    'builds',
    'backups',
    'observability',
  ].map(foundationRule),
  ...packages.map(packageRule),
];

function sliceRule(slice: string): ImportRule {
  const ownIndex = slices.indexOf(slice as (typeof slices)[number]);
  const siblingSlices = siblings.filter((pair) => pair.includes(slice)).flat();
  const importableSlices = slices.slice(0, ownIndex).filter((other) => !siblingSlices.includes(other));
  const forbiddenSlices = slices.filter((other) => other !== slice && !importableSlices.includes(other));
  return {
    includes: [`server/src/${slice}/**`, '!**/*.test.ts'],
    patterns: [
      {
        group: forbiddenSlices.map(pathInSlice),
        message: `${slice}/ may not import this slice: emit an event instead.`,
      },
      {
        group: importableSlices.flatMap((other) => [pathInSlice(other), `!../**/${other}/index.ts`]),
        message: 'Import other slices only through their index.ts.',
      },
      { group: ['../**/app.ts', '../**/main.ts'], message: 'Only main.ts, cli/ and testing/ import the whole app.' },
    ].filter((pattern) => pattern.group.length > 0),
  };
}

/**
 * Returns the rules for the layers of a slice. An override of the linter replaces the previous ones, so each rule
 * repeats the patterns of its slice.
 */
function layerRules(slice: string): ImportRule[] {
  const { base, folders, top } = layers[slice] as Layers;
  const { patterns } = sliceRule(slice);
  const message = `${slice}/ has layers (tools/import-rules.ts): import only from layers below.`;
  const rule = (include: string, group: readonly string[]): ImportRule => ({
    includes: [`server/src/${slice}/${include}`, '!**/*.test.ts', '!**/*.fixture.ts', '!**/testing/**'],
    patterns: [...patterns, { group, message }],
  });
  const topPatterns = top.flatMap((file) => [`../${file}.ts`, `../../${file}.ts`]);
  return [
    ...base.map((file) =>
      rule(`${file}.ts`, [...folders.map((name) => `./${name}/**`), ...top.map((f) => `./${f}.ts`)]),
    ),
    ...folders.map((folder, i) => {
      const patternsAbove = folders.slice(i + 1).flatMap((name) => [`../${name}/**`, `../../${name}/**`]);
      return rule(`${folder}/**`, [...patternsAbove, ...topPatterns]);
    }),
  ];
}

/** Folders below the slices, such as kernel, db and http, may not import any slice. */
function foundationRule(folder: string): ImportRule {
  return {
    includes: [`server/src/${folder}/**`, '!**/*.test.ts'],
    patterns: [
      { group: slices.map(pathInSlice), message: `${folder}/ may not import a slice: let app.ts pass it in.` },
    ],
  };
}

function packageRule({ folder, within, may, npm }: (typeof packages)[number]): ImportRule {
  const closed = allPackages
    .filter((name) => name !== folder && !may.includes(name))
    .flatMap((name) => [`@portico/${name}`, `@portico/${name}/**`]);
  const foreign =
    npm === 'free'
      ? []
      : [
          '*',
          '!.',
          '!./**',
          '!../**',
          '!@portico/**',
          '!virtual:*',
          ...npm.flatMap((name) => [`!${name}`, `!${name}/**`]),
        ];
  return {
    includes: [`${folder}/src/${within ? `${within}/` : ''}**`, '!**/*.test.ts', '!**/*.test.tsx'],
    patterns: [
      { group: closed, message: `${folder}/ may not import this package.` },
      {
        group: foreign,
        message: `${folder}/ may not import npm packages${npm.length > 0 ? ` except ${String(npm)}` : ''}.`,
      },
    ].filter((pattern) => pattern.group.length > 0),
  };
}

/** Returns the content of biome.json. */
export function biomeConfig(): string {
  const config = {
    $schema: './node_modules/@biomejs/biome/configuration_schema.json',
    vcs: { enabled: true, clientKind: 'git', useIgnoreFile: true },
    // Astro pages are excluded, because the linter does not see which imports their markup uses.
    files: { includes: ['**', '!**/*.gen.ts', '!**/package-lock.json', '!**/*.astro'] },
    formatter: { indentStyle: 'space', indentWidth: 2, lineWidth: 120 },
    javascript: { formatter: { quoteStyle: 'single', semicolons: 'always', trailingCommas: 'all' } },
    linter: {
      enabled: true,
      rules: {
        preset: 'recommended',
        // The property `role` of a component is not the ARIA attribute of an element, so the rule ignores components.
        a11y: { useValidAriaRole: { level: 'error', options: { ignoreNonDom: true } } },
        suspicious: { noImportCycles: 'error' },
      },
    },
    overrides: importRules.map(({ includes, patterns }) => ({
      includes,
      linter: { rules: { style: { noRestrictedImports: { level: 'error', options: { patterns } } } } },
    })),
  };
  return `${JSON.stringify(config, null, 2)}\n`;
}

/** Matches relative imports of the slice, but not a package whose name contains the same word. */
function pathInSlice(slice: string): string {
  return `../**/${slice}/**`;
}
