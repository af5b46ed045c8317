/** The command line of the published package: `npx portico types`. */
import { parseArgs } from 'node:util';
import { writeTypes } from './types-command.ts';

const HELP = `Usage: portico types --url URL [--key KEY] [--out FILE]

Writes the TypeScript types of a site's collections and forms.

  --url URL   address of the server; default: PORTICO_URL
  --key KEY   API key of the site with the scopes collections:read and forms:read; default: PORTICO_KEY,
              which keeps the key out of the history of the shell
  --out FILE  the file to write; without it, the types are written to standard output
  --help      print this help

Exit codes: 0 for success, 1 for an error, 2 for an invalid command line.`;

const OPTIONS = {
  url: { type: 'string' },
  key: { type: 'string' },
  out: { type: 'string' },
  help: { type: 'boolean', short: 'h' },
} as const;

/** The command line is invalid; the message is one sentence. */
class UsageError extends Error {}

/** Runs the command and returns the exit code. */
export async function main(
  argv: readonly string[],
  env: Readonly<Record<string, string | undefined>>,
): Promise<number> {
  try {
    const { values, positionals } = readArguments(argv);
    if (values.help || argv.length === 0) {
      console.log(HELP);
      return 0;
    }
    const [command, extra] = positionals;
    if (command !== 'types') throw new UsageError(`There is no command "${command ?? ''}".`);
    if (extra !== undefined) throw new UsageError(`The command "types" does not take the argument "${extra}".`);
    const { url = env.PORTICO_URL, key = env.PORTICO_KEY, out } = values;
    if (!url) throw new UsageError('The option --url is missing.');
    if (!key) throw new UsageError('The API key is missing: set PORTICO_KEY or the option --key.');
    if (out === '') throw new UsageError('The option --out needs the name of a file.');
    const { text } = await writeTypes({ url, key, out });
    process.stdout.write(text.endsWith('\n') ? text : `${text}\n`);
    return 0;
  } catch (error) {
    const isUsage = error instanceof UsageError;
    console.error(`${(error as Error).message}${isUsage ? ' Run portico --help to see the options.' : ''}`);
    return isUsage ? 2 : 1;
  }
}

/** @throws UsageError that names the wrong option, but not its value, which may be a key */
function readArguments(argv: readonly string[]) {
  try {
    return parseArgs({ args: [...argv], options: OPTIONS, allowPositionals: true });
  } catch (error) {
    const { message, code } = error as NodeJS.ErrnoException;
    // Options with a short form are named as '-h, --help'.
    const option = /'(?:-\w, )?(--?(?:=|[^' =]+))/.exec(message)?.[1] ?? '';
    if (code === 'ERR_PARSE_ARGS_UNKNOWN_OPTION') throw new UsageError(`There is no option ${option}.`);
    throw new UsageError(`The option ${option} ${option === '--help' ? 'takes no' : 'needs a'} value.`);
  }
}
