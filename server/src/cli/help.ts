import { readFileSync } from 'node:fs';
import type { Command } from './command.ts';
import { commands } from './commands.ts';
import { findCommand } from './parse.ts';

/**
 * Returns the help for the command that `words` name, or for all commands that begin with them, or for all commands.
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

export function readVersion(): string {
  const file = new URL('../../../package.json', import.meta.url);
  return (JSON.parse(readFileSync(file, 'utf8')) as { version: string }).version;
}
