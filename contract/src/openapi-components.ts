import { exampleOf } from './openapi-example.ts';

export type Json = Record<string, unknown>;

/** Collects named schemas while the document is written. */
export interface Components {
  /** the schema with each named one inside it replaced by a `$ref` */
  inline(schema: object): Json;
  /** a `$ref` to the schema: under its own title, or else under the name, with an example made from its parts */
  named(schema: object, name: string, description: string): Json;
  readonly schemas: Json;
}

/**
 * A schema with a `title` becomes the component of that name.
 * @throws Error when two different schemas have one name
 */
export function createComponents(): Components {
  const schemas: Record<string, Json> = {};

  function add(name: string, schema: Json): Json {
    const text = JSON.stringify(schema);
    const known = schemas[name];
    if (known && JSON.stringify(known) !== text) throw new Error(`Two different schemas are called ${name}.`);
    schemas[name] ??= schema;
    return { $ref: `#/components/schemas/${name}` };
  }
  function reference(schema: unknown): unknown {
    if (!isObject(schema)) return schema;
    if (typeof schema.title !== 'string') return inline(schema);
    const { title, examples = [exampleOf(schema)], ...rest } = schema;
    return add(title, { ...inline(rest), examples });
  }
  function inline(schema: object): Json {
    const entries = Object.entries(schema).map(([key, value]) => [key, inlineKeyword(key, value)] as const);
    const copy: Json = Object.fromEntries(entries);
    // A union with the schema that everything fits says no more than that schema.
    return (copy.anyOf as object[] | undefined)?.some((option) => Object.keys(option).length === 0) ? {} : copy;
  }
  function inlineKeyword(key: string, value: unknown): unknown {
    if (key === 'properties' || key === 'patternProperties') {
      return Object.fromEntries(Object.entries(value as Json).map(([name, schema]) => [name, reference(schema)]));
    }
    if (key === 'anyOf' || key === 'allOf' || key === 'oneOf') return (value as unknown[]).map(reference);
    if (key === 'items' || key === 'additionalProperties' || key === 'not') return reference(value);
    return value;
  }

  return {
    inline,
    named: (schema, name, description) =>
      'title' in schema
        ? (reference(schema) as Json)
        : add(name, { description, ...inline(schema), examples: [exampleOf(schema as Json)] }),
    schemas,
  };
}

const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
