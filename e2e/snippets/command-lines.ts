/** Reads the shell commands of code blocks, to compare them with the programs and files that exist. */

/** Returns the words of each command of a code block, without assignments before it. Joins continued lines. */
export const commandsOf = (code: string): string[][] =>
  code
    .replace(/\\\n\s*/g, ' ')
    .split(/\n|&&/)
    .map(wordsOf)
    .filter(({ length }) => length > 0);

const WORD_PATTERN = /(?:"[^"]*"|'[^']*'|[^\s"'])+/g;
const ASSIGNMENT_PATTERN = /^[A-Z_]+=/;

function wordsOf(line: string): string[] {
  const words = [...line.matchAll(WORD_PATTERN)].map(([word]) => word.replace(/["']/g, ''));
  const start = words.findIndex((word) => !ASSIGNMENT_PATTERN.test(word));
  return start < 0 ? [] : words.slice(start);
}

/** Returns the arguments of Portico's command line, or undefined for another program. */
export function porticoArgumentsOf(words: readonly string[]): readonly string[] | undefined {
  if (words.slice(0, 4).join(' ') === 'npm run -s portico') return words.slice(5);
  if (words.slice(0, 2).join(' ') === 'npx portico') return words.slice(2);
  const program = words.findIndex((word) => word === './portico' || word.endsWith('/portico'));
  if (program < 0 || !['./portico', 'docker', 'sudo'].includes(words[0] as string)) return undefined;
  return words.slice(words.lastIndexOf(words.findLast((word) => word.endsWith('/portico')) as string) + 1);
}

/** Returns the name of the npm script that a command runs. */
export function scriptOf([program, verb, ...rest]: readonly string[]): string | undefined {
  if (program !== 'npm') return undefined;
  if (verb === 'run') return rest.find((word) => !word.startsWith('-'));
  return verb === 'start' || verb === 'test' ? verb : undefined;
}
