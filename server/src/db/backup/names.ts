/** Quotes an identifier for SQL text. */
export function quoted(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}

export function qualified(schema: string, name: string): string {
  return `${quoted(schema)}.${quoted(name)}`;
}
