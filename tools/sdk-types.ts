/**
 * Writes the types of all calls as plain TypeScript, so that the published sdk needs neither TypeBox nor contract/.
 * Types that are inferred from the schemas are too long for a declaration file (TS7056).
 */
import { endpoints } from '@portico/contract';

/** The part of a JSON schema that determines its type. */
interface Schema {
  readonly '~kind'?: string;
  readonly '~optional'?: true;
  readonly title?: string;
  readonly description?: string;
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly anyOf?: readonly Schema[];
  readonly items?: Schema;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly patternProperties?: Readonly<Record<string, Schema>>;
  readonly additionalProperties?: boolean | Schema;
}

/** Untitled objects are named if they occur at least twice and their type has at least this many characters. */
const MIN_SHARED_LENGTH = 160;
const MAX_LINE = 120;
const NOTHING = 'Record<never, never>';

/**
 * Types of properties that the contract declares as unknown because other code validates them. calls.test.ts fails if
 * they differ from those of the contract.
 */
const uncheckedTypes: Readonly<Record<string, string>> = { products: 'Product[]' };
const PRODUCT = `/** A product that a payment field offers. Prices are decimal texts. */
export type Product = {
  id?: string | undefined;
  productType?: string | undefined;
  priceType?: string | undefined;
  fixedPriceOptions?: { price?: string | undefined } | undefined;
  dynamicPriceOptions?: { minPrice?: string | undefined; maxPrice?: string | undefined } | undefined;
  quantityLimit?: { minimum?: number | undefined; maximum?: number | undefined } | undefined;
};
`;

/** Returns the content of sdk/src/calls.gen.ts. */
export function sdkCalls(): string {
  const names = nameShapes();
  const print = createPrinter(names);
  const calls = endpoints.map(({ id, summary, ...schemas }) => {
    const { query, body, response } = schemas as { [part in 'query' | 'body' | 'response']?: Schema };
    const parts = [
      `query: ${query ? print(query, 2) : NOTHING};`,
      `body: ${body ? print(body, 2) : NOTHING};`,
      `response: ${response ? print(response, 2) : 'never'};`,
    ];
    return `  /** ${summary.replaceAll('*/', '* /')} */\n  '${id}': {\n${parts.map((part) => `    ${part}\n`).join('')}  };\n`;
  });
  const shapes = [...names].map(([, { name, schema }]) => {
    const comment = schema.description ? `/** ${schema.description} */\n` : '';
    return `${comment}export type ${name} = ${print(schema, 0, true)};\n`;
  });
  const head = '/** Generated from contract/ by npm run gen: the types of every call, by its id. */\n';
  return `${head}export interface Calls {\n${calls.join('')}}\n\n${shapes.join('\n')}\n${PRODUCT}`;
}

/** Schemas that become a named type, by the text of their type. */
type Names = ReadonlyMap<string, { readonly name: string; readonly schema: Schema }>;

/**
 * Names each titled object by its title. A long untitled object that occurs more than once is named by the property
 * that holds it.
 */
function nameShapes(): Names {
  const inline = createPrinter(new Map());
  const found = new Map<string, { count: number; name: string; schema: Schema }>();
  const visit = (schema: Schema, key: string): void => {
    if (schema.properties) {
      const text = inline(schema);
      const known = found.get(text);
      if (known) known.count += 1;
      else found.set(text, { count: 1, name: schema.title ?? capitalized(key), schema });
      if (schema.title && known && !known.schema.title) found.set(text, { ...known, name: schema.title, schema });
    }
    for (const [name, property] of Object.entries(schema.properties ?? {})) visit(property, name);
    for (const property of Object.values(schema.patternProperties ?? {})) visit(property, key);
    for (const option of schema.anyOf ?? []) visit(option, key);
    if (schema.items) visit(schema.items, key);
  };
  for (const { id, query, body, response } of endpoints) {
    for (const [part, schema] of Object.entries({ query, body, response }))
      if (schema) visit(schema as Schema, `${id.split('.').map(capitalized).join('')}${capitalized(part)}`);
  }
  const named = new Map<string, { name: string; schema: Schema }>();
  const taken = new Set(['Calls', 'Product']);
  for (const [text, { count, name, schema }] of found) {
    if (!schema.title && (count < 2 || text.length < MIN_SHARED_LENGTH)) continue;
    let unique = name;
    for (let n = 2; taken.has(unique); n += 1) unique = `${name}${n}`;
    taken.add(unique);
    named.set(text, { name: unique, schema });
  }
  return named;
}

type Print = (schema: Schema, depth?: number, isDeclaration?: boolean) => string;

/** Returns a function that writes a schema as a type, with `depth` as the indentation of its last line. */
function createPrinter(names: Names): Print {
  const texts = new Map<Schema, string>();
  const inlined = names.size === 0 ? null : createPrinter(new Map());
  const nameOf = (schema: Schema): string | undefined => {
    if (!schema.properties || !inlined) return undefined;
    const text = texts.get(schema) ?? inlined(schema);
    texts.set(schema, text);
    return names.get(text)?.name;
  };
  const print: Print = (schema, depth = 0, isDeclaration = false) => {
    const name = isDeclaration ? undefined : nameOf(schema);
    if (name) return name;
    if (schema.enum) return union(schema.enum.map((value) => literal(value)));
    if (schema.anyOf) return union(schema.anyOf.map((option) => print(option, depth)));
    switch (schema['~kind']) {
      case 'Array': {
        const item = print(schema.items ?? {}, depth);
        return isUnion(schema.items) ? `(${item})[]` : `${item}[]`;
      }
      case 'Record':
        return `Record<string, ${print(Object.values(schema.patternProperties ?? {})[0] ?? {}, depth)}>`;
      case 'Object':
        return object(schema, depth);
      case 'Literal':
        return literal(schema.const);
      case 'Integer':
      case 'Number':
        return 'number';
      case 'Boolean':
      case 'String':
      case 'Null':
      case 'Unknown':
        return schema['~kind'].toLowerCase();
      default:
        throw new Error(`No type is known for this schema: ${JSON.stringify(schema)}`);
    }
  };
  const object = ({ properties = {}, additionalProperties }: Schema, depth: number): string => {
    const entries = Object.entries(properties);
    if (entries.length === 0) return additionalProperties ? 'Record<string, unknown>' : '{}';
    const fields = entries.map(([key, property]) => {
      const isOptional = property['~optional'] === true;
      const isUnchecked = property.items?.['~kind'] === 'Unknown' && Object.hasOwn(uncheckedTypes, key);
      const type = isUnchecked ? (uncheckedTypes[key] as string) : print(property, depth + 1);
      const label = /^[A-Za-z_$][\w$]*$/.test(key) ? key : literal(key);
      return `${label}${isOptional ? '?' : ''}: ${type}${isOptional && type !== 'unknown' ? ' | undefined' : ''}`;
    });
    const line = `{ ${fields.join('; ')} }`;
    if (line.length + depth * 2 <= MAX_LINE && !line.includes('\n')) return line;
    const indent = '  '.repeat(depth);
    return `{\n${fields.map((field) => `${indent}  ${field};\n`).join('')}${indent}}`;
  };
  return print;
}

const isUnion = (schema: Schema | undefined): boolean => (schema?.anyOf ?? schema?.enum ?? []).length > 1;

/** Joins the types, each once. `unknown` absorbs the others. */
function union(types: readonly string[]): string {
  return types.includes('unknown') ? 'unknown' : [...new Set(types)].join(' | ');
}

const literal = (value: unknown): string =>
  typeof value === 'string' ? `'${value.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'` : String(value);

const capitalized = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1).replaceAll(/\W/g, '');
