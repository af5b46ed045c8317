import type { Command } from './command.ts';
import { commands } from './commands.ts';
import { findCommand } from './parse.ts';

/**
 * Returns the help for the command that `words` name. Otherwise lists the commands that have the same first word, or
 * all commands if there are none.
 */
export function describeCommands(words: readonly string[]): string {
  const name = findCommand(words);
  if (name !== undefined) return describeCommand(name, commands[name] as Command);
  const matching = Object.entries(commands).filter(([known]) => known.split(' ')[0] === words[0]);
  const shown = matching.length > 0 ? matching : Object.entries(commands);
  const width = Math.max(...shown.map(([known]) => known.length));
  return [
    'Usage: portico COMMAND [OPTIONS]        in a clone: npm run -s portico -- COMMAND [OPTIONS]',
    '',
    ...shown.map(([known, { summary }]) => `  ${known.padEnd(width)}  ${summary}`),
    '',
    'Every command takes --help, and --json for machine-readable output. --version prints the version.',
  ].join('\n');
}

function describeCommand(name: string, command: Command): string {
  const options = Object.entries(command.options ?? {}).map(([option, { value, isRequired, multiple }]) => {
    const text = `--${option} ${value}`;
    return `${isRequired ? text : `[${text}]`}${multiple ? '...' : ''}`;
  });
  const usage = ['portico', name, ...options, ...(command.arguments ?? []), '[--json]'].join(' ');
  return [`Usage: ${usage}`, '', `${command.summary}.`, ...(command.details ? ['', command.details] : [])].join('\n');
}
