/**
 * Who may import whom (ARCHITECTURE.md), as one table. `npm run gen` turns it into the overrides of biome.json;
 * import-rules.test.ts plants a forbidden import for each row and expects the linter to see it.
 */

/** The slices of the server from left to right: each may use the index.ts of those to its left. */
export const slices = ['sites', 'events', 'media', 'contacts', 'identity', 'data', 'forms'] as const;

/** Slices that stand beside each other: neither may use the other. */
const siblings: readonly (readonly string[])[] = [['data', 'forms']];

/** The layers of a slice. */
interface Layers {
  /** files beside the folders that every folder may import */
  readonly base: readonly string[];
  /** folders from bottom to top: each may import those before it */
  readonly folders: readonly string[];
  /** files beside the folders that no folder may import */
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
    top: ['dispatch', 'export-items', 'forget-owner', 'index', 'job-kinds', 'routes'],
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

/** The packages of the repository: which of our packages each may import, and which npm packages. */
const packages: readonly { folder: string; may: readonly string[]; npm: readonly string[] | 'free' }[] = [
  { folder: 'domain', may: [], npm: [] },
  { folder: 'contract', may: ['domain'], npm: ['typebox'] },
  { folder: 'sdk', may: ['domain', 'contract'], npm: [] },
  { folder: 'react', may: ['domain', 'contract', 'sdk'], npm: 'free' },
  { folder: 'dashboard', may: ['domain', 'contract', 'sdk', 'react'], npm: 'free' },
  { folder: 'site', may: ['domain', 'contract', 'sdk', 'react'], npm: 'free' },
];

const allPackages = ['domain', 'contract', 'server', 'sdk', 'react', 'dashboard', 'site'];

interface Pattern {
  readonly group: readonly string[];
  readonly message: string;
}

/** One rule: files, and what they may not import. */
export interface ImportRule {
  readonly includes: readonly string[];
  readonly patterns: readonly Pattern[];
}

export const importRules: readonly ImportRule[] = [
  ...slices.map(sliceRule),
  ...Object.keys(layers).flatMap(layerRules),
  ...['kernel', 'db', 'http', 'queue', 'filter', 'captcha', 'mail', 'outbound', 'storage', 'full-text', 'builds'].map(
    groundRule,
  ),
  ...packages.map(packageRule),
];

function sliceRule(slice: string): ImportRule {
  const own = slices.indexOf(slice as (typeof slices)[number]);
  const beside = siblings.filter((pair) => pair.includes(slice)).flat();
  const left = slices.slice(0, own).filter((other) => !beside.includes(other));
  const closed = slices.filter((other) => other !== slice && !left.includes(other));
  return {
    includes: [`server/src/${slice}/**`, '!**/*.test.ts'],
    patterns: [
      { group: closed.map(inSlice), message: `${slice}/ may not use what stands to its right: emit an event instead.` },
      {
        group: left.flatMap((other) => [inSlice(other), `!../**/${other}/index.ts`]),
        message: 'Another slice is used through its index.ts alone.',
      },
      { group: ['../**/app.ts', '../**/main.ts'], message: 'Only main.ts, cli/ and testing/ import the whole app.' },
    ].filter((pattern) => pattern.group.length > 0),
  };
}

/**
 * The rules of a slice's layers. An override of the linter replaces the ones before it, so each repeats the patterns of
 * its slice.
 */
function layerRules(slice: string): ImportRule[] {
  const { base, folders, top } = layers[slice] as Layers;
  const { patterns } = sliceRule(slice);
  const message = `${slice}/ is ordered in layers (tools/import-rules.ts): import only what is below.`;
  const rule = (include: string, group: readonly string[]): ImportRule => ({
    includes: [`server/src/${slice}/${include}`, '!**/*.test.ts', '!**/*.fixture.ts'],
    patterns: [...patterns, { group, message }],
  });
  const topFiles = top.flatMap((file) => [`../${file}.ts`, `../../${file}.ts`]);
  return [
    ...base.map((file) =>
      rule(`${file}.ts`, [...folders.map((name) => `./${name}/**`), ...top.map((f) => `./${f}.ts`)]),
    ),
    ...folders.map((folder, i) => {
      const above = folders.slice(i + 1).flatMap((name) => [`../${name}/**`, `../../${name}/**`]);
      return rule(`${folder}/**`, [...above, ...topFiles]);
    }),
  ];
}

/** kernel, db, http and the edges that we do not own know no slice. */
function groundRule(folder: string): ImportRule {
  return {
    includes: [`server/src/${folder}/**`, '!**/*.test.ts'],
    patterns: [{ group: slices.map(inSlice), message: `${folder}/ knows no slice: let app.ts pass it in.` }],
  };
}

function packageRule({ folder, may, npm }: (typeof packages)[number]): ImportRule {
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
    includes: [`${folder}/src/**`, '!**/*.test.ts', '!**/*.test.tsx'],
    patterns: [
      { group: closed, message: `${folder}/ may not import this package.` },
      { group: foreign, message: `${folder}/ imports no npm package${npm.length > 0 ? ` but ${String(npm)}` : ''}.` },
    ].filter((pattern) => pattern.group.length > 0),
  };
}

/** The whole of biome.json. */
export function biomeConfig(): string {
  const config = {
    $schema: './node_modules/@biomejs/biome/configuration_schema.json',
    vcs: { enabled: true, clientKind: 'git', useIgnoreFile: true },
    files: { includes: ['**', '!**/*.gen.ts', '!**/package-lock.json'] },
    formatter: { indentStyle: 'space', indentWidth: 2, lineWidth: 120 },
    javascript: { formatter: { quoteStyle: 'single', semicolons: 'always', trailingCommas: 'all' } },
    linter: { enabled: true, rules: { preset: 'recommended', suspicious: { noImportCycles: 'error' } } },
    overrides: importRules.map(({ includes, patterns }) => ({
      includes,
      linter: { rules: { style: { noRestrictedImports: { level: 'error', options: { patterns } } } } },
    })),
  };
  return `${JSON.stringify(config, null, 2)}\n`;
}

/** Relative imports that lead into the slice; a package of ours with the same word in its name is another thing. */
function inSlice(slice: string): string {
  return `../**/${slice}/**`;
}
