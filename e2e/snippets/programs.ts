/** Runs the code blocks of the documentation that are programs for Node or commands of a shell. */
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { Snippet } from '../../docs/src/snippets.ts';
import type { WebsiteFolder } from '../support/website-folder.ts';
import type { Values } from './variables.ts';
import { copyRunners } from './website.ts';

const run = promisify(execFile);
const ROOT = fileURLToPath(new URL('../..', import.meta.url));

type Environment = Readonly<Record<string, string>>;

export interface Output {
  readonly stdout: string;
  readonly stderr: string;
}

/** Writes what `runProgram` needs into the folder. @param values the values of the variables that code blocks use */
export function preparePrograms(folder: WebsiteFolder, values: Values): void {
  copyRunners(folder, 'programs');
  folder.write(
    'programs/variables-of-program.js',
    `import { variablesOfProgram } from './variables.ts';

Object.assign(globalThis, await variablesOfProgram(${JSON.stringify(values)}));
`,
  );
}

/** Runs a code block in Node. @param code the code with the ids of the site instead of placeholders */
export async function runProgram(
  folder: WebsiteFolder,
  { path, continuesOthers }: Snippet,
  code: string,
  env: Environment,
): Promise<Output> {
  folder.write(`programs/${path}`, code);
  const cwd = join(folder.path, 'programs');
  const variables = continuesOthers ? ['--import', './variables-of-program.js'] : [];
  return run(process.execPath, [...variables, path], { cwd, env: { ...process.env, ...env } });
}

/** Runs commands in a shell: those of the repository's scripts in the repository, others in a folder with the packages. */
export function runCommands(folder: WebsiteFolder, code: string, env: Environment): Promise<Output> {
  const cwd = code.includes('npm run -s portico') ? ROOT : folder.path;
  const running = run('sh', ['-e', '-c', code], { cwd, env: { ...process.env, ...env } });
  // Commands that ask for a password would otherwise wait for one.
  running.child.stdin?.end();
  return running;
}
