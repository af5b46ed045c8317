import { exampleOf } from './openapi-example.ts';

export type Json = Record<string, unknown>;

/** Collects named schemas while the document is written. */
export interface Components {
  /** Returns the schema with each named schema inside it replaced by a `$ref`. */
  inline(schema: object): Json;
  /** Returns a `$ref` to the schema, which is added under its title or else under `name`, with a generated example. */
  named(schema: object, name: string, description: string): Json;
  readonly schemas: Json;
}

/**
 * Collects schemas with a `title` as components of that name.
 * @throws Error if two different schemas have the same name
 */
export function createComponents(): Components {
  const schemas: Record<string, Json> = {};

  function add(name: string, schema: Json): Json {
    const text = JSON.stringify(schema);
    const known = schemas[name];
    if (known && JSON.stringify(known) !== text) throw new Error(`Two different schemas have the title ${name}.`);
    schemas[name] ??= schema;
    return { $ref: `#/components/schemas/${name}` };
  }
  function toReference(schema: unknown): unknown {
    if (!isObject(schema)) return schema;
    if (typeof schema.title !== 'string') return inlineSchema(schema);
    const { title, examples = [exampleOf(schema)], ...rest } = schema;
    return add(title, { ...inlineSchema(rest), examples });
  }
  function inlineSchema(schema: object): Json {
    const entries = Object.entries(schema).map(([key, value]) => [key, inlineKeyword(key, value)] as const);
    const copy: Json = Object.fromEntries(entries);
    // A union that contains the empty schema accepts everything, so it becomes the empty schema.
    return (copy.anyOf as object[] | undefined)?.some((option) => Object.keys(option).length === 0) ? {} : copy;
  }
  function inlineKeyword(key: string, value: unknown): unknown {
    if (key === 'properties' || key === 'patternProperties') {
      return Object.fromEntries(Object.entries(value as Json).map(([name, schema]) => [name, toReference(schema)]));
    }
    if (key === 'anyOf' || key === 'allOf' || key === 'oneOf') return (value as unknown[]).map(toReference);
    if (key === 'items' || key === 'additionalProperties' || key === 'not') return toReference(value);
    return value;
  }

  return {
    inline: inlineSchema,
    named: (schema, name, description) =>
      'title' in schema
        ? (toReference(schema) as Json)
        : add(name, { description, ...inlineSchema(schema), examples: [exampleOf(schema as Json)] }),
    schemas,
  };
}

const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
