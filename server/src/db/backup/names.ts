/** Quotes an identifier for SQL text. */
export function quoteName(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}

export function qualifyName(schema: string, name: string): string {
  return `${quoteName(schema)}.${quoteName(name)}`;
}
