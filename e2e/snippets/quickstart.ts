/** Follows a quickstart of the documentation: runs its commands and writes its files, in the order of the page. */
import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { appendFileSync, mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { readSnippets, type Snippet } from '../../docs/src/snippets.ts';

const run = promisify(execFile);
const START_TIMEOUT_MS = 120_000;

/** Commands that run until they are stopped, and the addresses that they serve. */
const SERVERS: Readonly<Record<string, string>> = {
  'docs/quickstart/vite.md': 'http://localhost:5173',
  'docs/quickstart/next.md': 'http://localhost:3000',
  'docs/quickstart/astro.md': 'http://localhost:4321',
  'docs/quickstart/html.md': 'http://localhost:3000',
};
const SERVER_COMMAND = /^(?:npm run dev|npx --yes serve .+)\n$/;

/** The prefix of the title of a code block that is added to a file instead of replacing it. */
const ADD_PREFIX = 'add to ';

/** The state after the last step of a quickstart. */
export interface FollowedQuickstart {
  /** The outputs that the page shows, as it shows them, and those that its commands had. */
  readonly outputs: readonly { readonly shown: string; readonly actual: string }[];
  /** The address of the app, if the page starts one. */
  readonly origin: string | undefined;
  /** Runs a further command in the folder of the project. */
  runCommand(command: string): Promise<void>;
  stop(): void;
}

/** The redirect addresses that the quickstarts use. */
export const quickstartRedirectUris = [
  ...['http://localhost:5173', 'http://localhost:3000', 'http://localhost:4321'].map((origin) => `${origin}/callback`),
  'http://localhost:3000/',
];

/**
 * @param folder an empty folder in which the page starts
 * @param replace replaces the placeholders of the documentation with the ids of a site
 */
export async function followQuickstart(
  file: string,
  folder: string,
  replace: (text: string) => string,
): Promise<FollowedQuickstart> {
  let cwd = folder;
  let output = '';
  let server: ChildProcess | undefined;
  const outputs: { shown: string; actual: string }[] = [];
  const origin = SERVERS[file];
  const stop = (): void => {
    // The program has a process group of its own, so that its children end with it.
    if (server?.pid !== undefined) process.kill(-server.pid);
    server = undefined;
  };
  const runCommand = async (command: string): Promise<void> => {
    // The shell prints its folder at the end, because commands such as `cd` apply to the steps after them.
    const script = `${command}\nprintf '\\n%s' "$PWD"`;
    const { stdout } = await run('sh', ['-e', '-c', script], { cwd, env: environment(), maxBuffer: 50_000_000 });
    const lines = stdout.split('\n');
    cwd = lines.pop() as string;
    output = lines.join('\n');
  };
  try {
    for (const snippet of readSnippets().filter((one) => one.file === file)) {
      const code = replace(snippet.code);
      if (snippet.language === 'text') outputs.push({ shown: code, actual: output });
      else if (snippet.exampleFile || snippet.title?.startsWith(ADD_PREFIX)) writeBlock(cwd, snippet, code);
      else if (SERVER_COMMAND.test(code)) server = await startServer(code, cwd, origin as string);
      else await runCommand(code);
    }
  } catch (error) {
    stop();
    throw error;
  }
  return { outputs, origin, runCommand, stop };
}

/** Vitest sets variables that change what build tools do. */
const environment = (): NodeJS.ProcessEnv => ({ ...process.env, NODE_ENV: '', VITEST: '', CI: '1' });

function writeBlock(cwd: string, { title = '' }: Snippet, code: string): void {
  const file = join(cwd, title.replace(ADD_PREFIX, ''));
  mkdirSync(dirname(file), { recursive: true });
  if (title.startsWith(ADD_PREFIX)) appendFileSync(file, code);
  else writeFileSync(file, code);
}

async function startServer(command: string, cwd: string, origin: string): Promise<ChildProcess> {
  const child = spawn('sh', ['-c', command], { cwd, env: environment(), detached: true });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (part) => (output += part));
  for (const end = Date.now() + START_TIMEOUT_MS; Date.now() < end && child.exitCode === null; await sleep(250)) {
    if ((await fetch(origin).catch(() => undefined))?.ok) return child;
  }
  if (child.exitCode === null) process.kill(-(child.pid as number));
  throw new Error(`${command.trim()} does not serve ${origin}:\n${output}`);
}

/** Returns a pattern for an output whose ids, numbers and omitted parts (`…`) differ in each run. */
export const patternOf = (shown: string): RegExp =>
  new RegExp(
    shown
      .trim()
      .replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
      .replace(/\d+…/g, '\\S+')
      .replace(/\d+/g, '\\d+'),
  );
