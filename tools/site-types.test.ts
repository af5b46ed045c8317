/**
 * Generates the types of a site with the published package, and compiles programs with them as its users do: strictly,
 * against the declarations in the tarball.
 */
import { execFile, spawnSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { dropEmpty, fieldTypes } from '@portico/domain';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { valueTable } from '../domain/src/forms/table/value-table.ts';
import { printSite } from '../sdk/src/cli/print-site.ts';
import { freePort } from '../server/src/testing/free-port.ts';
import type {} from '../server/src/testing/global-setup.ts';
import { type TestServer, testServer } from '../server/src/testing/index.ts';
import { packSdk } from './pack.ts';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const isFull = process.env.PORTICO_FULL === '1';
const run = promisify(execFile);

let folder: string;
let server: TestServer;
let url: string;
let contactForm: string;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'portico-site-types-'));
  const packageFolder = join(folder, 'node_modules/@portico/sdk');
  mkdirSync(packageFolder, { recursive: true });
  const tarball = await packSdk(join(folder, 'tarballs'));
  await run('tar', ['xzf', tarball, '--strip-components=1', '-C', packageFolder]);
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ private: true, type: 'module' }));
  server = await testServer();
  url = await server.listen();
  await createSite();
  const { code, stderr } = await types(['--out', 'site.ts']);
  expect([code, stderr]).toEqual([0, '']);
}, 120_000);
afterAll(async () => {
  await server?.stop();
  rmSync(folder, { recursive: true, force: true });
});

/** Runs the command of the installed package. */
async function command(args: readonly string[], env: Record<string, string> = {}) {
  const bin = join(folder, 'node_modules/@portico/sdk/dist/cli.js');
  return resultOf(run(process.execPath, [bin, ...args], { cwd: folder, env: { PATH: process.env.PATH, ...env } }));
}

async function resultOf(running: Promise<{ stdout: string; stderr: string }>) {
  try {
    return { code: 0, ...(await running) };
  } catch (error) {
    const { code, stdout, stderr } = error as { code: number; stdout: string; stderr: string };
    return { code, stdout, stderr };
  }
}

const types = (args: readonly string[] = []) => command(['types', '--url', url, ...args], { PORTICO_KEY: server.key });

/** Compiles the files as a strict program and returns the lines with an error, each with the messages of its errors. */
function compile(...files: readonly string[]): { status: number | null; errors: Map<string, string[]> } {
  const compilerOptions = {
    ...{ target: 'es2022', lib: ['es2022', 'dom', 'dom.iterable'], module: 'nodenext', types: [], noEmit: true },
    ...{ strict: true, exactOptionalPropertyTypes: true, noUncheckedIndexedAccess: true, skipLibCheck: false },
  };
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, files }));
  const { status, stdout } = spawnSync(join(ROOT, 'node_modules/.bin/tsc'), ['-p', folder, '--pretty', 'false'], {
    encoding: 'utf8',
    cwd: folder,
  });
  const errors = new Map<string, string[]>();
  for (const [, file, line, text] of stdout.matchAll(/^(\S+)\((\d+),\d+\): error (.*(?:\n .*)*)$/gm)) {
    const at = `${file}:${line}`;
    errors.set(at, [...(errors.get(at) ?? []), text as string]);
  }
  return { status, errors };
}

const post = async (path: string, body: object) => {
  const response = await server.call({ method: 'POST', path, body, as: server.key });
  expect(response.status, JSON.stringify(response.body)).toBe(200);
  return response.body;
};

const reference = (to: string) => ({ reference: { referencedCollectionId: to } });
const multiReference = (to: string) => ({ multiReference: { referencedCollectionId: to } });

/** The fields of the collection Everything: one of each type, under its name in lower case. */
const everything = fieldTypes.map((type) => ({
  key: type.toLowerCase(),
  type,
  ...(type === 'REFERENCE' ? { typeMetadata: reference('Authors') } : {}),
  ...(type === 'MULTI_REFERENCE' ? { typeMetadata: multiReference('Tags') } : {}),
  ...(type === 'ARRAY' ? { typeMetadata: { array: { elementType: 'NUMBER' } } } : {}),
  ...(type === 'OBJECT'
    ? {
        typeMetadata: {
          object: {
            fields: [
              { key: 'width', type: 'NUMBER' },
              { key: "it's", type: 'TEXT' },
            ],
          },
        },
      }
    : {}),
}));

/** Ids of collections that are not valid identifiers in TypeScript, or are names of other types. */
const ODD_IDS = [
  'Stores/Products',
  'class',
  '2nd hand',
  'Date',
  'Site',
  'books',
  'Книги',
  "it's */ so",
  'Media',
  '東京',
];

async function createSite(): Promise<void> {
  const open = { read: 'ANYONE', insert: 'ANYONE', update: 'ANYONE', remove: 'ANYONE' };
  const collection = (id: string, fields: object[], more: object = {}) =>
    post('/v2/collections', { collection: { id, displayName: id, fields, permissions: open, ...more } });
  await collection('Authors', [{ key: 'name', type: 'TEXT' }]);
  await collection('Tags', [{ key: 'label', type: 'TEXT' }]);
  await collection('Everything', everything);
  await collection(
    'Books',
    [
      {
        key: 'title',
        type: 'TEXT',
        required: true,
        displayName: 'Title */ of the book',
        description: 'As printed\non it',
      },
      { key: 'pages', type: 'NUMBER' },
      { key: 'published', type: 'DATETIME' },
      { key: 'labels', type: 'ARRAY_STRING' },
      { key: 'status', type: 'TEXT', required: true, defaultValue: 'new' },
      { key: 'notes', type: 'TEXT', required: true, access: { read: 'CMS_EDITOR', write: 'CMS_EDITOR' } },
      { key: 'author', type: 'REFERENCE', typeMetadata: reference('Authors') },
      { key: 'tags', type: 'MULTI_REFERENCE', typeMetadata: multiReference('Tags') },
      { key: 'size', type: 'OBJECT', typeMetadata: { object: { fields: [{ key: 'width', type: 'NUMBER' }] } } },
      { key: 'shelf-mark', type: 'TEXT' },
    ],
    { validated: true },
  );
  for (const id of ODD_IDS)
    await collection(id, [
      { key: 'a-b', type: 'TEXT' },
      { key: 'a"\'b\\', type: 'NUMBER' },
    ]);

  const field = (target: string, inputType: string, block: string, more: object = {}, input: object = {}) => ({
    id: randomUUID(),
    fieldType: 'INPUT',
    inputOptions: { target, inputType, ...input, [block]: { validation: {}, ...more } },
  });
  const label = (target: string, options: object = {}) => ({ label: target, ...options });
  const text = (target: string, input: object = {}) =>
    field(target, 'STRING', 'stringOptions', { componentType: 'TEXT_INPUT', textInputOptions: label(target) }, input);
  const plan = field('plan', 'STRING', 'stringOptions', {
    componentType: 'DROPDOWN',
    dropdownOptions: label('plan', {
      options: [
        { id: randomUUID(), label: 'Basic', value: 'basic' },
        { id: randomUUID(), label: 'Pro', value: 'pro' },
      ],
    }),
  });
  const amount = field('amount', 'NUMBER', 'numberOptions', {
    componentType: 'NUMBER_INPUT',
    numberInputOptions: label('amount'),
  });
  const terms = field('terms', 'BOOLEAN', 'booleanOptions', {
    componentType: 'CHECKBOX',
    checkboxOptions: label('terms'),
    validation: { enum: [true] },
  });
  const create = async (name: string, formFields: object[]) =>
    (await post('/v4/forms', { form: { name, formFields } })).form.id as string;
  contactForm = await create('Contact us!', [text('email', { required: true }), plan, amount, terms, text('company')]);
  await create('Contact us?', [text('email')]);
}

/**
 * A program that is compiled and then runs with Node against the server, to show that the server returns what the types
 * promise.
 */
const program = () => `
import { connect, createClient, createItemsReader, type AnyClient, type Client, type ItemOf, type VisitorAuth } from '@portico/sdk';
import { createSubmissionsClient, type SubmissionsClient } from '@portico/sdk/submissions';
import { apiKeyAuth } from '@portico/sdk';
import type { BooksItem, Site } from './site.js';

const client: Client<Site, VisitorAuth> = createClient<Site>({ url: '${url}', clientId: '${server.app.clientId}' });
const anyClient: AnyClient = client;

const author = await client.items.insert('Authors', { name: 'Ada' });
const tag = await client.items.insert('Tags', { label: 'new' });
const book = await client.items.insert('Books', {
  title: 'Notes', pages: 3, published: new Date('2026-01-02'), labels: ['a', 'b'], author, tags: [tag],
  size: { width: 2 }, 'shelf-mark': 'X 1',
}, { saveReferences: true });
await client.items.insert('Books', { title: 'Other', author: 'missing' }).catch(() => undefined);

const typed: BooksItem = book;
const same: ItemOf<Site, 'Books'> = typed;
const query = client.items.query('Books').eq('title', 'Notes').gt('pages', 1).hasSome('labels', 'a', 'c').ge('published', new Date(0))
  .eq('labels', 'a').hasSome('tags', tag._id).eq('author', author._id).eq('size.width', 2).ascending('title', 'size.width');
const [included] = (await query.include('author', 'tags', 5).find()).items;
const [plain] = (await query.find()).items;
const [selected] = (await query.fields('title').include('author').find()).items;
const authorId: string | null | undefined = plain?.author;
const name: string | null | undefined = included?.author?.name;
const labels: (string | null | undefined)[] = included?.tags.map(({ label }) => label) ?? [];
const status: string = book.status;
const width: number | null | undefined = book.size?.width;

const updated = await client.items.update('Books', { ...same, pages: 4, status: 'old' });
const patched = await client.items.patch('Books', book._id).setField('title', 'Note').incrementField('pages', 1)
  .appendToArray('labels', 'c').removeField('shelf-mark').setField('size.width', 7).run();
const { items: distinct } = await client.items.query('Books').distinct('title');
const titles: string[] = distinct;
const { items: referenced } = await client.items.queryReferenced('Books', book, 'tags', { fields: ['label'] });
const label: string | null | undefined = referenced[0]?.label;
const isReferenced: boolean = await client.items.isReferenced('Books', 'tags', book, tag);
const bulk = await client.items.bulkInsert('Tags', [{ label: 'x' }, {}]);
const rows = await client.items.aggregate('Books').group('title').sum('pages').max('published').run();
const filtered = await client.items.query('Books').or(client.items.filter<'Books'>().eq('pages', 5)).count();
const found = await client.items.search('Books').expression('Note').eq('pages', 5).include('author').run();
const foundName: string | null | undefined = found.items[0]?.author?.name;
const reader = createItemsReader<Site>(connect({ url: '${url}', auth: client.auth }).call);
const read: BooksItem | null = await reader.get('Books', book._id);

const all = await client.items.insert('Everything', {
  text: 'a', number: 1, date: '2026-01-02', datetime: new Date(0), time: '10:00:00', boolean: true, url: 'https://example.org',
  rich_text: '<p>a</p>', rich_content: { nodes: [] }, image: '/a.png', video: '/a.mp4', audio: '/a.mp3', document: '/a.pdf',
  array_document: ['/a.pdf', { src: '/b.pdf', title: 'B' }], array_string: ['a'], array: [1, 2], object: { width: 1, "it's": 'a' }, any: [1, { a: null }],
  reference: author, multi_reference: [tag, 'x'], media_gallery: [{ src: '/a.png' }], media_image: '/a.png', media_vector_art: '/a.svg',
  address: { formatted: 'Bonn', city: 'Bonn' }, page_link: '/a', language: 'de', slug: 'a', email: 'a@example.org',
});
const at: Date | null | undefined = all.datetime;
const numbers: number[] | null | undefined = all.array;

await client.items.insert('Stores/Products', { 'a-b': 'x', 'a"\\'b\\\\': 1 });
const odd: string | null | undefined = (await client.items.query('東京').isEmpty('a-b').find()).items[0]?.['a-b'];

const submission = await client.forms.submit('${contactForm}', { email: 'a@example.org', plan: 'pro', amount: 2, terms: true, company: null });
const errors = await client.forms.validate('${contactForm}', { plan: 'basic' }, ['plan']);
const sentEmail: string = submission.submissions.email;
const owner: SubmissionsClient<Site> = createSubmissionsClient<Site>(connect({ url: '${url}', auth: apiKeyAuth('${server.key}') }).call);
const listed = await owner.list({ formId: '${contactForm}' });
const listedPlan: 'basic' | 'pro' | null | undefined = listed.items[0]?.submissions.plan;
for await (const one of listed) void (one.submissions.amount satisfies number | null | undefined);
const changed = await owner.update(submission.id, {
  formId: '${contactForm}', revision: submission.revision, submissions: { ...submission.submissions, plan: 'basic' },
});
const readBack = await owner.get<'${contactForm}'>(submission.id);
const readPlan: 'basic' | 'pro' | null | undefined = readBack?.submissions.plan;
const anyList: SubmissionsClient = createSubmissionsClient(connect({ url: '${url}', auth: apiKeyAuth('${server.key}') }).call);
const anyValue: unknown = (await anyList.list()).items[0]?.submissions.anything;

console.log(JSON.stringify({
  name, foundName, labels, status, width, authorIsId: authorId === author._id, selected: Object.keys(selected ?? {}).sort(),
  pages: [updated.pages, patched.pages], titles, label, isReferenced, inserted: bulk.inserted, filtered, rows: rows.items.length,
  dates: [book.published instanceof Date, at instanceof Date, book._createdDate instanceof Date], owner: typeof book._owner,
  notes: 'notes' in book, tags: 'tags' in book, numbers, read: read?.title, odd: odd ?? null,
  submitted: submission.submissions, errors: errors.length, any: typeof anyClient,
  submissionsOfOwner: [sentEmail, listedPlan, changed.submissions.plan, readPlan, anyValue ?? null],
}));
`;

/**
 * Programs that must not compile: a description of the mistake, one line of code, and a part of the compiler's message.
 */
const mistakes = (): readonly (readonly [name: string, code: string, message: string])[] => [
  ['a collection that does not exist', "client.items.query('Bookz');", '"Bookz"'],
  ['a field that does not exist in a filter', "books.eq('pagez', 1);", '"pagez"'],
  ['a value of another type in a filter', "books.eq('pages', 'many');", "'string' is not assignable"],
  ['a comparison of an object', "books.gt('size', 1);", "'never'"],
  ['a date as a text', "books.ge('published', '2026-01-01');", "'Date'"],
  ['an element of another type', "books.hasSome('labels', 5);", "'number'"],
  ['a field that does not exist in a sort order', "books.ascending('titel');", '"titel"'],
  ['a field that does not exist in a projection', "books.fields('titel');", '"titel"'],
  ['a field that is no reference in an include', "books.include('title');", '"title"'],
  ['a field of an item that does not exist', 'book.titel;', "'titel'"],
  ['a multi-reference that is not included', 'book.tags;', "'tags'"],
  ['a reference that is not included as an item', 'book.author?.name;', "'name'"],
  ['a field that was not selected', 'selected.pages;', "'pages'"],
  ['a field of an included item that does not exist', 'included.author?.nam;', "'nam'"],
  ['an optional field without a check', 'book.pages.toFixed();', "possibly 'null' or 'undefined'"],
  ['a misspelt field in an insert', "client.items.insert('Books', { title: 'a', pagez: 1 });", "'pagez'"],
  ['a missing required field in an insert', "client.items.insert('Books', {});", "'title'"],
  ['a value of another type in an insert', "client.items.insert('Books', { title: 1 });", "'number'"],
  ['an update without an id', "client.items.update('Books', { title: 'a', status: 'b' });", "'_id'"],
  [
    'an update without a field that only inserts fill in',
    "client.items.update('Books', { _id: 'a', title: 'a' });",
    "'status'",
  ],
  ['an item of another collection in a bulk call', "client.items.bulkInsert('Books', [{ label: 'a' }]);", "'label'"],
  ['a value of another type in a patch', "client.items.patch('Books', 'a').setField('pages', 'a');", "'string'"],
  ['an increment of a text', "client.items.patch('Books', 'a').incrementField('title', 1);", '"title"'],
  ['the removal of a required field', "client.items.patch('Books', 'a').removeField('title');", '"title"'],
  ['a change of a system field', "client.items.patch('Books', 'a').setField('_id', 'b');", '"_id"'],
  ['a link of a single reference', "client.items.insertReference('Books', 'author', 'a', 'b');", '"author"'],
  ['a group by a field that does not exist', "client.items.aggregate('Books').group('titel');", '"titel"'],
  ['a field that does not exist in a separate filter', "client.items.filter<'Books'>().eq('pagez', 1);", '"pagez"'],
  ['a form that does not exist', "client.forms.submit('x', {});", `"x"`],
  ['a target that does not exist', `client.forms.submit(form, { email: 'a', emial: 'a' });`, "'emial'"],
  ['a missing required value', `client.forms.submit(form, { plan: 'pro' });`, 'email'],
  ['an option that does not exist', `client.forms.submit(form, { email: 'a', plan: 'free' });`, `"free"`],
  ['a value of another type in a form', `client.forms.submit(form, { email: 'a', amount: '2' });`, "'string'"],
  ['an unchecked box that must be checked', `client.forms.submit(form, { email: 'a', terms: false });`, "'false'"],
  ['a target that does not exist in a validation', `client.forms.validate(form, {}, ['plann']);`, `"plann"`],
  ['a target that does not exist in what was submitted', 'sent.submissions.emial;', "'emial'"],
  ['a value of another type in what was submitted', 'sent.submissions.email.toFixed();', "'toFixed'"],
  ['a form that does not exist in a list', "owner.list({ formId: 'unknown' });", '"unknown"'],
  ['a target that does not exist in a list', 'listed.submissions.emial;', "'emial'"],
  ['a value of a list that may be missing', 'listed.submissions.email.trim();', "possibly 'undefined'"],
  ['an option that does not exist in a list', "listed.submissions.plan === 'free';", '"free"'],
  ['a target that does not exist in the trash', 'removed.submissions.emial;', "'emial'"],
  ['a target that does not exist in a spam report', 'spam.submissions?.emial;', "'emial'"],
  [
    'a value of another type in a change',
    "owner.update('a', { formId: form, revision: '1', submissions: { amount: '2' } });",
    "'string'",
  ],
  ['a form that does not exist in a removal', "owner.remove('unknown', []);", '"unknown"'],
];

const programWithMistakes = (): string => `
import { createClient } from '@portico/sdk';
import { createFullClient } from '@portico/sdk/admin';
import type { Site } from './site.js';
const client = createClient<Site>({ url: '', clientId: 'a' });
const owner = createFullClient<Site>({ url: '', clientId: 'a' }).submissions;
const books = client.items.query('Books');
const form = '${contactForm}';
const sent = await client.forms.submit(form, { email: 'a' });
const [listed] = (await owner.list({ formId: form })).items as [Awaited<ReturnType<typeof owner.get<typeof form>>> & {}];
const [removed] = (await owner.listTrash({ formId: form })).items as [typeof listed];
const [spam] = (await owner.listSpam({ formId: form })).items as [Awaited<ReturnType<typeof owner.listSpam<typeof form>>>['items'][number]];
const [book] = (await books.find()).items as [Awaited<ReturnType<typeof books.find>>['items'][number]];
const query = books.include('author');
const [included] = (await query.find()).items as [Awaited<ReturnType<typeof query.find>>['items'][number]];
const projection = books.fields('title');
const [selected] = (await projection.find()).items as [Awaited<ReturnType<typeof projection.find>>['items'][number]];
${mistakes()
  .map(([, code]) => code)
  .join('\n')}
`;

describe('the generated types', () => {
  it('compile, and describe what the server returns', async () => {
    writeFileSync(join(folder, 'program.ts'), program());
    expect(Object.fromEntries(compile('site.ts', 'program.ts').errors)).toEqual({});
    const { stdout, stderr } = await resultOf(run(process.execPath, ['program.ts'], { cwd: folder }));
    expect(stderr).toBe('');
    expect(JSON.parse(stdout)).toEqual({
      ...{ name: 'Ada', foundName: 'Ada', labels: ['new'], status: 'new', width: 2, authorIsId: true },
      ...{ selected: ['_id', 'author', 'title'], pages: [4, 5], titles: ['Note'], label: 'new', isReferenced: true },
      ...{ inserted: 2, filtered: 1, rows: 1, dates: [true, true, true], owner: 'string', notes: false, tags: false },
      ...{ numbers: [1, 2], read: 'Note', odd: null, errors: 0, any: 'object' },
      submitted: { email: 'a@example.org', plan: 'pro', amount: 2, terms: true },
      submissionsOfOwner: ['a@example.org', 'pro', 'basic', 'basic', null],
    });
  });

  it('reject each planted mistake, and nothing else', () => {
    const source = programWithMistakes();
    writeFileSync(join(folder, 'mistakes.ts'), source);
    const { errors } = compile('mistakes.ts');
    const lines = source.split('\n');
    const reported = new Map([...errors].map(([at, texts]) => [lines[Number(at.split(':')[1]) - 1], texts.join('\n')]));
    for (const [name, code, message] of mistakes()) expect(reported.get(code), name).toContain(message);
    expect(errors.size).toBe(mistakes().length);
  });

  it('accept the valid values of every kind of form field, and reject values of another type', () => {
    const rows = valueTable.map((row, index) => ({ ...row, id: `form ${index}` }));
    const isPresent = (value: unknown) => JSON.stringify(dropEmpty({ f: value })) === JSON.stringify({ f: value });
    const accepted = rows.filter(({ errors, value }) => errors.length === 0 && (value === null || isPresent(value)));
    // Uses only type errors of values that JSON can represent. TypeScript cannot express integers, finite numbers or
    // other rules.
    const rejected = rows.filter(
      ({ errors, value }) =>
        errors.some(({ errorType, params }) => errorType === 'TYPE_ERROR' && params.type !== 'integer') &&
        isPresent(value),
    );
    expect([accepted.length > 100, rejected.length > 100]).toEqual([true, true]);
    const forms = rows.map(({ id, form }) => ({ ...form, id, name: id }));
    const source = printSite({ collections: [], forms: forms as never }, 'http://localhost');
    const values = (list: typeof rows, before: string) =>
      list.map(
        ({ id, value }, i) =>
          `${before}{ const v: ValuesOf<Site, '${id}'> = { f: ${JSON.stringify(value)} }; void [v, ${i}]; }`,
      );
    const valid = values(accepted, '');
    writeFileSync(join(folder, 'table.ts'), source);
    const head = "import type { ValuesOf } from '@portico/sdk';\nimport type { Site } from './table.js';\n";
    writeFileSync(join(folder, 'valid.ts'), `${head}${valid.join('\n')}\n`);
    const invalid = values(rejected, '');
    writeFileSync(join(folder, 'invalid.ts'), `${head}${invalid.join('\n')}\n`);
    const { errors } = compile('table.ts', 'valid.ts', 'invalid.ts');
    const linesOf = (file: string) =>
      [...errors.keys()].flatMap((at) => (at.startsWith(file) ? [Number(at.split(':')[1]) - 3] : []));
    expect(linesOf('table.ts')).toEqual([]);
    expect(linesOf('valid.ts').map((line) => valid[line])).toEqual([]);
    const wrong = new Set(linesOf('invalid.ts'));
    expect(invalid.filter((_, line) => !wrong.has(line))).toEqual([]);
  });

  it.runIf(isFull)('of 300 collections with 30 fields compile with 300 queries', () => {
    const collections = Array.from({ length: 300 }, (_, n) => ({
      id: `Collection${n}`,
      fields: Array.from({ length: 30 }, (_, i) => ({ key: `field${i}`, type: fieldTypes[i % fieldTypes.length] })),
    }));
    const queries = collections.map(
      ({ id }) => `client.items.query('${id}').eq('field0', 'a').gt('field1', 1).ascending('field2').find();`,
    );
    writeFileSync(
      join(folder, 'large.ts'),
      printSite({ collections: collections as never, forms: [] }, 'http://localhost'),
    );
    const head =
      "import { createClient } from '@portico/sdk';\nimport type { Site } from './large.js';\nconst client = createClient<Site>({ url: '', clientId: 'a' });\n";
    writeFileSync(join(folder, 'queries.ts'), `${head}${queries.join('\n')}\n`);
    const start = performance.now();
    const { errors } = compile('large.ts', 'queries.ts');
    console.log(`300 collections × 30 fields and 300 queries: ${((performance.now() - start) / 1_000).toFixed(1)} s`);
    expect(errors.size).toBe(0);
  });
});

describe('portico types', () => {
  it('writes the same text each time, without the key, and the command line of the server writes it too', async () => {
    const first = await types();
    expect(first).toMatchObject({ code: 0, stderr: '' });
    expect(first.stdout).toBe(readFileSync(join(folder, 'site.ts'), 'utf8'));
    expect(first.stdout).toMatch(
      /^\/\* eslint-disable \*\/\n\/\*\*\n \* The types of the collections and forms of http/,
    );
    expect(first.stdout).toContain(`npx portico types --url ${url} --out FILE`);
    expect(first.stdout).not.toContain(server.key);
    const env = { PATH: process.env.PATH, PORTICO_KEY: server.key, PUBLIC_URL: url };
    const bin = join(ROOT, 'bin/portico.js');
    expect(await resultOf(run(process.execPath, [bin, 'types'], { cwd: folder, env }))).toEqual(first);
    const json = await resultOf(
      run(process.execPath, [bin, 'types', '--out', 'other.ts', '--json'], { cwd: folder, env }),
    );
    expect(JSON.parse(json.stdout)).toEqual({ out: 'other.ts', collections: 4 + ODD_IDS.length, forms: 2 });
    expect(readFileSync(join(folder, 'other.ts'), 'utf8')).toBe(first.stdout);
    const without = await resultOf(
      run(process.execPath, [bin, 'types'], { cwd: folder, env: { PATH: process.env.PATH } }),
    );
    expect(without).toMatchObject({ code: 2, stderr: expect.stringContaining('PORTICO_KEY') });
  });

  it('prints its help', async () => {
    for (const args of [['--help'], ['types', '-h'], []]) {
      expect(await command(args)).toMatchObject({
        code: 0,
        stderr: '',
        stdout: expect.stringContaining('PORTICO_KEY'),
      });
    }
  });

  it.each([
    ['another command', ['type', '--url', 'http://localhost'], 'There is no command "type".'],
    ['an argument', ['types', 'site.ts'], 'does not take the argument "site.ts"'],
    ['an unknown option', ['types', '--file', 'x'], 'There is no option --file.'],
    ['an option without a value', ['types', '--url'], 'The option --url needs a value.'],
    ['no address', ['types', '--key', 'secret'], 'The option --url is missing.'],
    ['no key', ['types', '--url', 'http://localhost'], 'set PORTICO_KEY or the option --key'],
  ])('rejects %s with exit code 2', async (_, args, message) => {
    const { code, stdout, stderr } = await command(args);
    expect([code, stdout]).toEqual([2, '']);
    expect(stderr).toContain(message);
    expect(stderr).not.toContain('secret');
  });

  it('explains why it fails, with exit code 1 and without the key', async () => {
    const formsOnly = await server.keyWith(['forms:read']);
    const port = await freePort();
    const otherServer = createServer((_, response) => void response.writeHead(404).end()).listen(0, '127.0.0.1');
    await once(otherServer, 'listening');
    onTestFinished(() => void otherServer.close());
    const otherUrl = `http://127.0.0.1:${(otherServer.address() as AddressInfo).port}`;
    const failures: readonly (readonly [args: readonly string[], key: string, message: string])[] = [
      [['--url', 'localhost:4000'], 'secret', 'such as https://example.org, not "localhost:4000"'],
      [['--url', `http://127.0.0.1:${port}`], 'secret', `Could not reach http://127.0.0.1:${port}: `],
      [['--url', url], 'secret', 'does not know this API key'],
      [['--url', url], 'secret\nX-Other: y', 'another character that no key has'],
      [['--url', url], formsOnly, 'collections:read and forms:read'],
      [['--url', `${url}/nowhere`], server.key, 'such as https://example.org, not "http'],
      [['--url', otherUrl], server.key, 'has no API of Portico'],
      [['--url', url, '--out', 'missing/site.ts'], server.key, 'Could not write missing/site.ts: '],
    ];
    for (const [args, key, message] of failures) {
      const { code, stdout, stderr } = await command(['types', ...args], { PORTICO_KEY: key });
      expect([code, stdout], stderr).toEqual([1, '']);
      expect(stderr).toContain(message);
      expect(stderr).not.toContain(key);
    }
  });
});
