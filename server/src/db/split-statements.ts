/**
 * Splits a file of SQL at the semicolons between its statements. Citus accepts a statement on a distributed table only
 * if it is sent alone. The file may contain comments, quoted texts and names, dollar quotes, and nothing else in which
 * a semicolon could hide (no `begin atomic`).
 */
export function splitStatements(sql: string): string[] {
  const statements: string[] = [];
  let start = 0;
  for (const { 0: token, index } of sql.matchAll(TOKEN)) {
    if (token !== ';') continue;
    statements.push(sql.slice(start, index));
    start = index + 1;
  }
  statements.push(sql.slice(start));
  return statements.map((statement) => statement.trim()).filter((statement) => statement.replace(COMMENT, '').trim());
}

const COMMENT = /--[^\n]*|\/\*[\s\S]*?\*\//g;

/** Matches a comment, an escape text, a quoted text or name, a text in dollar quotes, or the end of a statement. */
const TOKEN =
  /--[^\n]*|\/\*[\s\S]*?\*\/|\bE'(?:[^'\\]|\\[\s\S]|'')*'|'(?:[^']|'')*'|"(?:[^"]|"")*"|(\$\w*\$)[\s\S]*?\1|;/gi;
