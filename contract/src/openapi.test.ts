import type { TSchema } from 'typebox';
import { Value } from 'typebox/value';
import { describe, expect, it } from 'vitest';
import { endpoints } from './index.ts';
import { openApi } from './openapi.ts';

// biome-ignore lint/suspicious/noExplicitAny: the tests read the document as untyped JSON
const document: any = openApi(endpoints, { serverUrl: 'https://portico.example' });
// biome-ignore lint/suspicious/noExplicitAny: as above
const operations: any[] = Object.values(document.paths).flatMap((path) => Object.values(path as object));
const findOperation = (id: string) => operations.find(({ operationId }) => operationId === id);
const findParameter = (id: string, name: string) =>
  findOperation(id).parameters.find((parameter: { name: string }) => parameter.name === name);

describe('the style of a query parameter', () => {
  it('is deepObject for an object of plain values', () => {
    expect(findParameter('sites.audit.list', 'paging')).toMatchObject({ style: 'deepObject', explode: true });
  });
  it('is a repeated name for an array of plain values', () => {
    expect(findParameter('identity.members.list', 'fieldsets')).toMatchObject({ style: 'form', explode: true });
  });
  it('is replaced with JSON for values that are nested deeper, for which OpenAPI has no style', () => {
    expect(findParameter('contacts.v5.query', 'query').content).toHaveProperty('application/json');
    expect(findParameter('identity.members.list', 'sorting').content).toHaveProperty('application/json');
  });
  it('is declared for every parameter', () => {
    const undeclared = operations.flatMap(({ operationId, parameters }) =>
      parameters
        .filter((one: Record<string, unknown>) => one.in === 'query' && !one.style && !one.content)
        .map((one: { name: string }) => `${operationId} ${one.name}`),
    );
    expect(undeclared).toEqual([]);
  });
});

describe('component schemas', () => {
  it('contain shared schemas once, with a description and an example', () => {
    const { Member, DataItem, Submission } = document.components.schemas;
    for (const schema of [Member, DataItem, Submission]) {
      expect(schema).toMatchObject({ description: expect.stringMatching(/\.$/), examples: [expect.any(Object)] });
    }
    expect(findOperation('identity.members.get').responses[200].content['application/json'].schema).toEqual({
      $ref: '#/components/schemas/IdentityMembersGetResponse',
    });
    expect(document.components.schemas.IdentityMembersGetResponse.properties.member).toEqual({
      $ref: '#/components/schemas/Member',
    });
  });
  it('each have a description and an example', () => {
    // biome-ignore lint/suspicious/noExplicitAny: as above
    const withoutDescription = Object.entries<any>(document.components.schemas).filter(
      ([, { description, examples }]) => !description || examples?.length !== 1,
    );
    expect(withoutDescription.map(([name]) => name)).toEqual([]);
  });
  it('with the same name and different contents are rejected', () => {
    const [first, second] = endpoints.filter(({ body }) => body && !('title' in body));
    const duplicateRoutes = [first, { ...second, id: first?.id }] as typeof endpoints;
    expect(() => openApi(duplicateRoutes, { serverUrl: '' })).toThrow(/Two different schemas have the title/);
  });
});

it('every example is valid for its schema', () => {
  const invalidExamples = endpoints.flatMap(({ id, body, response }) => {
    const { requestBody, responses } = findOperation(id);
    return [
      ...(body ? listViolations(`${id} request`, body, requestBody) : []),
      ...(response ? listViolations(`${id} response`, response, responses[200]) : []),
    ];
  });
  expect(invalidExamples).toEqual([]);
});

// biome-ignore lint/suspicious/noExplicitAny: as above
function listViolations(name: string, schema: TSchema, { content }: any): string[] {
  const component = content['application/json'].schema.$ref.split('/').at(-1);
  const [example] = document.components.schemas[component].examples;
  return Value.Errors(schema, example).map(({ instancePath, message }) => `${name}${instancePath} ${message}`);
}

describe('responses', () => {
  it('list 400, 401 and 403 for every call', () => {
    const undocumented = operations.filter(({ responses }) => ![400, 401, 403].every((status) => status in responses));
    expect(undocumented.map(({ operationId }) => operationId)).toEqual([]);
  });
  it('mark calls that need no token', () => {
    expect(findOperation('sites.setup.get').security).toEqual([{}, { token: [] }]);
    expect(findOperation('data.items.query').security).toBeUndefined();
  });
});
