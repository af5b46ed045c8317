type Json = Record<string, unknown>;

/**
 * Returns a value that is valid for the schema: its example, or a generated one. Optional
 * properties are included if they have an example.
 */
export function exampleOf(schema: Json): unknown {
  const { examples, const: constant, enum: values, anyOf } = schema as { [key: string]: unknown[] | undefined };
  if (examples) return examples[0];
  if (constant !== undefined) return constant;
  if (values) return values[0];
  if (anyOf) return exampleOf((anyOf.find(hasExample) ?? anyOf[0]) as Json);
  if (schema.properties) return exampleOfObject(schema);
  switch (schema.type) {
    case 'array':
      return exampleOfArray(schema);
    case 'string':
      return 'text'.padEnd(Number(schema.minLength ?? 0), '.').slice(0, Number(schema.maxLength ?? Infinity));
    case 'integer':
    case 'number':
      return Math.max(Number(schema.minimum ?? 0), Math.min(Number(schema.maximum ?? 1), 1));
    case 'boolean':
      return true;
    case 'null':
      return null;
    default:
      return {};
  }
}

function exampleOfObject({ properties, required = [] }: Json): Json {
  const shown = Object.entries(properties as Record<string, Json>).filter(
    ([name, schema]) => (required as string[]).includes(name) || hasExample(schema),
  );
  return Object.fromEntries(shown.map(([name, schema]) => [name, exampleOf(schema)]));
}

function exampleOfArray({ items, minItems = 0, maxItems }: Json): unknown[] {
  const isShown = Number(minItems) > 0 || (items && (hasExample(items) || (items as Json).type === 'object'));
  if (maxItems === 0) return [];
  return isShown ? [exampleOf(items as Json)] : [];
}

const hasExample = (schema: unknown): boolean =>
  typeof schema === 'object' && schema !== null && ('examples' in schema || 'const' in schema || 'title' in schema);
