import { parseArgs } from 'node:util';
import { type Config, readConfig } from '../config.ts';
import type { Answer, Command } from './command.ts';
import { commands } from './commands.ts';

/**
 * Runs one command of the command line and sets the exit code: 0 done, 1 refused with one sentence on standard error,
 * 2 not a command. With `--json` the answer on standard output is JSON and nothing else.
 */
export async function main(argv: readonly string[]): Promise<void> {
  try {
    const { command, args } = findCommand(argv);
    if (!command) {
      const asked = argv.length === 0 || ['help', '--help', '-h'].includes(argv[0] as string);
      (asked ? console.log : console.error)(usage());
      process.exitCode = asked ? 0 : 2;
      return;
    }
    const { values, positionals } = parseArgs({
      args: [...args],
      options: { ...command.options, json: { type: 'boolean' } },
      allowPositionals: true,
    });
    const config: Config = readConfig(process.env);
    const answer = await command.run({ config, values: values as Record<string, never>, positionals });
    if (answer) print(answer, Boolean(values.json));
  } catch (error) {
    console.error(sentenceOf(error));
    process.exitCode = 1;
  }
}

function findCommand(argv: readonly string[]): { command: Command | undefined; args: readonly string[] } {
  for (const words of [2, 1]) {
    const command = commands[argv.slice(0, words).join(' ')];
    if (command) return { command, args: argv.slice(words) };
  }
  return { command: undefined, args: [] };
}

function print(answer: Answer, json: boolean): void {
  console.log(json ? JSON.stringify(answer.json) : answer.text);
}

/** Refusals are sentences; what the language itself throws is a defect of ours and keeps its stack. */
function sentenceOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if (process.env.LOG_LEVEL === 'debug') return error.stack ?? error.message;
  return error instanceof TypeError ? (error.stack ?? error.message) : error.message;
}

function usage(): string {
  const lines = Object.entries(commands).map(
    ([name, { usage, summary }]) => `  ${`${name} ${usage}`.trim().padEnd(66)} ${summary}`,
  );
  return ['Usage: npm run -s portico -- COMMAND [--json]', '', ...lines].join('\n');
}
