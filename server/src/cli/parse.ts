/** Parses a command line: the command and its options, validated against the command's declaration. */
import { parseArgs } from 'node:util';
import { type Command, type Invocation, UsageError } from './command.ts';
import { commands } from './commands.ts';

export interface ParsedCommand extends Omit<Invocation, 'config'> {
  readonly command: Command;
  readonly isJson: boolean;
}

/** Returns the longest command name that `words` begin with. */
export function findCommand(words: readonly string[]): string | undefined {
  return [2, 1].map((count) => words.slice(0, count).join(' ')).find((name) => name in commands);
}

/** @throws UsageError that contains the unknown command, option or argument */
export function parseCommand(argv: readonly string[]): ParsedCommand {
  const name = findCommand(argv);
  const command = name === undefined ? undefined : commands[name];
  if (name === undefined || !command) throw new UsageError(describeUnknown(argv));
  const { values, positionals } = readOptions(name, command, argv.slice(name.split(' ').length));
  const { json, ...commandValues } = values;
  for (const [option, { isRequired }] of Object.entries(command.options ?? {})) {
    if (isRequired && !commandValues[option]) throw new UsageError(`The option --${option} is missing.`);
  }
  const isReplaced = command.insteadOfArguments?.some((option) => commandValues[option] !== undefined);
  const expected = isReplaced ? [] : (command.arguments ?? []);
  const [extra] = positionals.slice(expected.length);
  if (extra !== undefined) throw new UsageError(`The command "${name}" does not take the argument "${extra}".`);
  const missing = expected[positionals.length];
  if (missing !== undefined) throw new UsageError(`The command "${name}" needs ${missing}.`);
  return { command, values: commandValues, positionals, isJson: json === true };
}

function readOptions(name: string, command: Command, args: readonly string[]) {
  const declared = Object.entries(command.options ?? {}).map(([option, { multiple = false }]) => [
    option,
    { type: 'string', multiple },
  ]);
  const options = { ...Object.fromEntries(declared), json: { type: 'boolean' } };
  try {
    const parsed = parseArgs({ args: [...args], options, allowPositionals: true });
    return { values: parsed.values as Record<string, unknown>, positionals: parsed.positionals };
  } catch (error) {
    const option = /'(--?[^' ]+)/.exec((error as Error).message)?.[1] ?? '';
    switch ((error as NodeJS.ErrnoException).code) {
      case 'ERR_PARSE_ARGS_UNKNOWN_OPTION':
        throw new UsageError(`The command "${name}" has no option ${option}.`);
      case 'ERR_PARSE_ARGS_INVALID_OPTION_VALUE':
        throw new UsageError(
          `The option ${option.replace(/,$/, '')} ${option === '--json' ? 'takes no' : 'needs a'} value.`,
        );
      default:
        throw error;
    }
  }
}

function describeUnknown(argv: readonly string[]): string {
  const name = argv.slice(0, 2).join(' ');
  const related = Object.keys(commands).filter((known) => known.split(' ')[0] === argv[0]);
  const known = related.length > 0 ? ` The commands are: ${related.join(', ')}.` : '';
  return `There is no command "${name}".${known}`;
}
