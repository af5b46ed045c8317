/** Builds in child processes, so that the server stays responsive. */
import { spawn } from 'node:child_process';
import { mkdir, readdir, rename, rm, stat } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { basename, dirname, join, relative } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { precompress } from './precompress.ts';
import { type Build, type BuildName, isBuilt, readBuild } from './sources.ts';

interface BuildLog {
  info(message: string): void;
  warn(message: string): void;
}

/** Targets whose build failed in this process: their page reports it instead of waiting forever. */
export const failedBuilds = new Set<BuildName>();

const MODULE_LIMIT_MS = 10 * 60_000;
/** Number of older builds to retain: another server on the same clone may still serve one. */
const KEPT_BUILDS = 2;

/** The targets that browsers open. The server's own build is for its next start, and nothing waits for it. */
const PAGES = ['dashboard', 'site'] as const;

/** The effect of a missing build. */
const WITHOUT: Readonly<Record<BuildName, string>> = {
  dashboard: 'is not served',
  site: 'is not served',
  server: 'runs from its sources',
};

/** Returns whether the pages can be opened, without building anything. */
export function pagesState(): 'ready' | 'building' | 'failed' {
  if (PAGES.every((name) => isBuilt(readBuild(name)))) return 'ready';
  return PAGES.some((name) => failedBuilds.has(name)) ? 'failed' : 'building';
}

/** Builds every target that has changed since its last build. Never throws; returns the names of failed targets. */
export async function buildAll(options: { log: BuildLog }): Promise<BuildName[]> {
  return [...(await buildPages(options)), ...(await finishBuilds(options))];
}

/** Builds the changed pages in parallel. Until then the server serves the API but no pages. */
export async function buildPages({ log }: { log: BuildLog }): Promise<BuildName[]> {
  const due = PAGES.map(readBuild).filter((one) => !isBuilt(one));
  await Promise.all(due.map((one) => build(one, log)));
  return due.map(({ name }) => name).filter((name) => failedBuilds.has(name));
}

/** Does what pages do not need at once: compresses them, and builds the server for its next start. */
export async function finishBuilds({ log }: { log: BuildLog }): Promise<BuildName[]> {
  const server = readBuild('server');
  if (!isBuilt(server)) await build(server, log);
  const pages = PAGES.map(readBuild).filter(isBuilt);
  for (const { output } of pages) await precompress(output).catch((error: Error) => log.warn(error.message));
  return failedBuilds.has('server') ? ['server'] : [];
}

async function build(target: Build, log: BuildLog): Promise<void> {
  const began = performance.now();
  const unfinished = unfinishedBuild(target, process.pid);
  failedBuilds.delete(target.name);
  try {
    await mkdir(dirname(unfinished), { recursive: true });
    await otherBuild(target);
    if (isBuilt(target)) return;
    await rm(unfinished, { recursive: true, force: true });
    // A subfolder, because the builders empty and recreate the one they get.
    const output = join(unfinished, target.name);
    await mkdir(unfinished);
    await run(target, output);
    // The rename is atomic: no request meets half a build, and two servers may build side by side.
    await rename(output, target.output).catch((error: unknown) => {
      if (!isBuilt(target)) throw error;
    });
    await removeOldBuilds(target);
    log.info(`The ${target.name} is built (${((performance.now() - began) / 1_000).toFixed(1)} s).`);
  } catch (error) {
    failedBuilds.add(target.name);
    log.warn(`The ${target.name} could not be built, and ${WITHOUT[target.name]}: ${(error as Error).message}`);
  } finally {
    await rm(unfinished, { recursive: true, force: true }).catch(() => undefined);
  }
}

/** The folder in which a process builds; its name shows other processes that the same build is in progress. */
const unfinishedBuild = (target: Build, pid: number): string =>
  join(target.folder, 'build', `.unfinished-${basename(target.output)}-${pid}`);

/**
 * Waits while another server on this clone builds the same sources, so that the work is not done twice. If both begin at
 * the same moment, both build, which only costs time.
 */
async function otherBuild(target: Build): Promise<void> {
  const end = Date.now() + MODULE_LIMIT_MS;
  const prefix = basename(unfinishedBuild(target, 0)).slice(0, -1);
  const isUnderWay = async (): Promise<boolean> => {
    const names = await readdir(join(target.folder, 'build'));
    const pids = names.filter((name) => name.startsWith(prefix)).map((name) => Number(name.slice(prefix.length)));
    return pids.some((pid) => pid !== process.pid && isRunning(pid));
  };
  while (Date.now() < end && !isBuilt(target) && (await isUnderWay())) await sleep(300);
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

async function run(target: Build, output: string): Promise<void> {
  const [command, args] = builder(target, output);
  const child = spawn(process.execPath, [command, ...args], {
    cwd: target.folder,
    env: { ...process.env, NODE_ENV: 'production', PORTICO_SITE_BUILD: relative(target.folder, output), NO_COLOR: '1' },
    stdio: ['ignore', 'pipe', 'pipe'],
    timeout: MODULE_LIMIT_MS,
  });
  let said = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (text: Buffer) => {
      said = (said + text.toString()).slice(-4_000);
    });
  }
  const code = await new Promise<number | null>((resolve, reject) => {
    child.on('error', reject);
    child.on('close', resolve);
  });
  if (code !== 0) throw new Error(`the build ended with code ${code}.\n${said.trim()}`);
}

function builder(target: Build, output: string): [command: string, args: string[]] {
  const { resolve } = createRequire(join(target.folder, 'package.json'));
  if (target.name === 'site') return [join(dirname(resolve('@react-router/dev/package.json')), 'bin.cjs'), ['build']];
  const vite = join(dirname(resolve('vite/package.json')), 'bin', 'vite.js');
  return [vite, ['build', '--outDir', output, '--emptyOutDir']];
}

/** Also removes what a process left that ended during a build. */
async function removeOldBuilds(target: Build): Promise<void> {
  const folder = dirname(target.output);
  const all = await readdir(folder);
  const abandoned = all.filter((name) => name.startsWith('.unfinished-') && !isRunning(Number(name.split('-').at(-1))));
  await Promise.all(abandoned.map((name) => rm(join(folder, name), { recursive: true, force: true })));
  const names = all.filter((name) => name !== basename(target.output) && !name.startsWith('.'));
  const dated = await Promise.all(
    names.map(async (name) => ({ path: join(folder, name), time: (await stat(join(folder, name))).mtimeMs })),
  );
  const old = dated.sort((a, b) => b.time - a.time).slice(KEPT_BUILDS - 1);
  await Promise.all(old.map(({ path }) => rm(path, { recursive: true, force: true })));
}
