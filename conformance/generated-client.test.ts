/**
 * Tests a client with types that openapi-typescript generates from /openapi.json. The client sends requests through
 * openapi-fetch. It follows pages correctly, and TypeScript rejects calls that violate the contract.
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

/** Returns the errors that TypeScript reports for each of the programs, which use the generated types. */
function compileErrorsOf(sources: readonly string[]): string[] {
  const files = sources.map((source, n) => {
    const file = join(folder, `program-${n}.ts`);
    writeFileSync(file, source);
    return file;
  });
  const program = ts.createProgram(files, {
    module: ts.ModuleKind.NodeNext,
    target: ts.ScriptTarget.ES2022,
    strict: true,
    noEmit: true,
    types: [],
    lib: ['lib.es2022.d.ts', 'lib.dom.d.ts'],
  });
  const messagesOf = (diagnostics: readonly ts.Diagnostic[]) =>
    diagnostics.map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, '\n'));
  const types = program.getSourceFile(join(folder, 'portico.d.ts'));
  const shared = messagesOf([...program.getGlobalDiagnostics(), ...ts.getPreEmitDiagnostics(program, types)]);
  return files.map((file) =>
    [...shared, ...messagesOf(ts.getPreEmitDiagnostics(program, program.getSourceFile(file)))].join('\n'),
  );
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

  it('pages through a GET whose `paging` and `sort` are objects', async () => {
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

  it('pages through a POST with cursors', async () => {
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

  it('returns an error as typed data, not as an exception', async () => {
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

  const valid = `
    const { data, error } = await client.GET('/v4/contacts', { params: { query: { paging: { limit: 2, offset: 4 } } } });
    const total: number | undefined = data?.pagingMetadata.total;
    const message: string | undefined = error?.message;
    const item: components['schemas']['DataItem'] = { id: '1', dataCollectionId: 'Rehearsals', data: { number: 1 } };
    return { total, message, item };`;
  const wrongType = `await client.GET('/v4/contacts', { params: { query: { paging: { limit: 'two' } } } });`;
  const wrongPath = `await client.GET('/v4/kontacts', {});`;
  const wrongField = `const { data } = await client.GET('/v4/contacts', {}); return data?.people;`;

  it('accept a valid program and reject a wrong type of a parameter, an unknown path and an unknown field', () => {
    expect(compileErrorsOf([valid, wrongType, wrongPath, wrongField].map(program))).toEqual([
      '',
      expect.stringMatching(/not assignable to type 'number/),
      expect.stringMatching(/not assignable to parameter/),
      expect.stringMatching(/'people' does not exist/),
    ]);
  });
});
