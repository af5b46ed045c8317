import { readConfig } from '../config.ts';
import { AppError, ViolationError } from '../kernel/app-error.ts';
import { readVersion } from '../kernel/version.ts';
import { type CommandOutput, UsageError } from './command.ts';
import { describeCommands } from './help.ts';
import { parseCommand } from './parse.ts';

/**
 * Runs one command and sets the exit code: 0 for success, 1 for an error with one sentence on standard error, 2 for an
 * invalid command line. With `--json`, standard output contains only JSON.
 */
export async function main(argv: readonly string[]): Promise<void> {
  const words = argv.filter((word) => !word.startsWith('-'));
  if (argv.includes('--version') || argv.includes('-V')) return console.log(`portico ${readVersion()}`);
  if (argv.length === 0 || argv.includes('--help') || argv.includes('-h')) return console.log(describeCommands(words));
  if (argv[0] === 'help') return console.log(describeCommands(words.slice(1)));
  try {
    const { command, isJson, ...invocation } = parseCommand(argv);
    const response = await command.run({ ...invocation, config: readConfig(process.env) });
    if (response) print(response, isJson);
  } catch (error) {
    const isUsage = error instanceof UsageError;
    console.error(describeError(error) + (isUsage ? ' Run the command with --help to see its options.' : ''));
    process.exitCode = isUsage ? 2 : 1;
  }
}

function print(response: CommandOutput, json: boolean): void {
  console.log(json ? JSON.stringify(response.json) : response.text);
}

/**
 * Returns the message of an expected error. An error that JavaScript itself throws is a bug, so its stack is returned.
 */
function describeError(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if (process.env.LOG_LEVEL === 'debug') return error.stack ?? error.message;
  if (error instanceof ViolationError) return describeViolations(error);
  if (error instanceof AppError) return error.message;
  return error instanceof TypeError ? (error.stack ?? error.message) : error.message;
}

function describeViolations({ violations }: ViolationError): string {
  return `${violations.map(({ field, description }) => `${field} ${description}`).join('; ')}.`;
}
