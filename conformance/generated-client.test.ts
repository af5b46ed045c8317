/**
 * A client that openapi-typescript generates from /openapi.json and openapi-fetch sends, as anybody may make one: it pages
 * correctly, and TypeScript holds a caller to the contract.
 */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import createClient from 'openapi-fetch';
import openapiTS, { astToString } from 'openapi-typescript';
import ts from 'typescript';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ServedSite, serveSite } from './support/served-site.ts';

const CACHE = fileURLToPath(new URL('./node_modules/.cache/', import.meta.url));

let site: ServedSite;
let folder: string;
beforeAll(async () => {
  site = await serveSite();
  mkdirSync(CACHE, { recursive: true });
  folder = mkdtempSync(join(CACHE, 'generated-'));
  const document = (await site.t.call({ method: 'GET', path: '/openapi.json' })).body;
  writeFileSync(join(folder, 'portico.d.ts'), astToString(await openapiTS(document)));
});
afterAll(async () => {
  rmSync(folder, { recursive: true, force: true });
  await site.stop();
});

/** What TypeScript says of a program that uses the generated types. */
function complaintsOf(source: string): string[] {
  const file = join(folder, 'program.ts');
  writeFileSync(file, source);
  const program = ts.createProgram([file], {
    module: ts.ModuleKind.NodeNext,
    target: ts.ScriptTarget.ES2022,
    strict: true,
    noEmit: true,
    types: [],
    lib: ['lib.es2022.d.ts', 'lib.dom.d.ts'],
  });
  return ts.getPreEmitDiagnostics(program).map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, '\n'));
}

// biome-ignore lint/suspicious/noExplicitAny: the types are generated while the test runs; the programs below check them
const client = () => createClient<any>({ baseUrl: site.t.origin, headers: { authorization: site.t.key } }) as any;

describe('pages', () => {
  const emails = ['a@example.org', 'b@example.org', 'c@example.org', 'd@example.org', 'e@example.org'];
  beforeAll(async () => {
    for (const email of emails) {
      const info = { emails: { items: [{ email, primary: true }] } };
      const { response } = await client().POST('/v4/contacts', { body: { info } });
      expect(response.status).toBe(200);
    }
    const collection = {
      id: 'Rehearsals',
      fields: [{ key: 'number', type: 'NUMBER' }],
      permissions: { read: 'ANYONE', insert: 'ADMIN', update: 'ADMIN', remove: 'ADMIN' },
    };
    await client().POST('/v2/collections', { body: { collection } });
    for (const number of [1, 2, 3, 4, 5]) {
      await client().POST('/v2/items', { body: { dataCollectionId: 'Rehearsals', dataItem: { data: { number } } } });
    }
  });

  it('a GET whose `paging` and `sort` are objects', async () => {
    const seen: string[] = [];
    for (const offset of [0, 2, 4]) {
      const query = { paging: { limit: 2, offset }, sort: { fieldName: 'primaryInfo.email', order: 'ASC' } };
      const { data, error } = await client().GET('/v4/contacts', { params: { query } });
      expect(error).toBeUndefined();
      seen.push(...data.contacts.map((contact: { primaryInfo: { email?: string } }) => contact.primaryInfo.email));
    }
    expect(seen.filter((email) => emails.includes(email))).toEqual(emails);
    expect(new Set(seen).size).toBe(seen.length);
  });

  it('a POST with cursors', async () => {
    const seen: number[] = [];
    let cursorPaging: object | undefined = { limit: 2 };
    while (cursorPaging) {
      const query: object = { cursorPaging, ...('cursor' in cursorPaging ? {} : { sort: [{ fieldName: 'number' }] }) };
      const { data } = await client().POST('/v2/items/query', { body: { dataCollectionId: 'Rehearsals', query } });
      seen.push(...data.dataItems.map((item: { data: { number: number } }) => item.data.number));
      const cursor: string | undefined = data.pagingMetadata.cursors?.next;
      cursorPaging = cursor ? { limit: 2, cursor } : undefined;
    }
    expect(seen).toEqual([1, 2, 3, 4, 5]);
  });

  it('an error is typed data, not an exception', async () => {
    const { error, response } = await client().GET('/v4/contacts', { params: { query: { paging: { limit: -1 } } } });
    expect([response.status, error.details.validationError.fieldViolations[0].field]).toEqual([400, 'paging.limit']);
  });
});

describe('types', () => {
  const program = (statements: string) => `
    import createClient from 'openapi-fetch';
    import type { paths, components } from './portico.js';
    const client = createClient<paths>({ baseUrl: 'https://portico.example' });
    export async function run() {${statements}}
  `;

  it('accept a right program', () => {
    const source = program(`
      const { data, error } = await client.GET('/v4/contacts', { params: { query: { paging: { limit: 2, offset: 4 } } } });
      const total: number | undefined = data?.pagingMetadata.total;
      const message: string | undefined = error?.message;
      const item: components['schemas']['DataItem'] = { id: '1', dataCollectionId: 'Rehearsals', data: { number: 1 } };
      return { total, message, item };`);
    expect(complaintsOf(source)).toEqual([]);
  });

  it.each([
    [
      'a parameter of the wrong type',
      `await client.GET('/v4/contacts', { params: { query: { paging: { limit: 'two' } } } });`,
      /not assignable to type 'number/,
    ],
    ['a path that no call has', `await client.GET('/v4/kontacts', {});`, /not assignable to parameter/],
    [
      'a field that the answer lacks',
      `const { data } = await client.GET('/v4/contacts', {}); return data?.people;`,
      /'people' does not exist/,
    ],
  ])('refuse %s', (_name, statements, complaint) => {
    expect(complaintsOf(program(statements)).join('\n')).toMatch(complaint);
  });
});
