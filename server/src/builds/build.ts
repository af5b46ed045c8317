/** Builds in child processes, so that the server stays responsive. */
import { spawn } from 'node:child_process';
import { mkdir, readdir, rename, rm, stat } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { basename, dirname, join, relative } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { precompress } from './precompress.ts';
import { type Build, type BuildName, isBuilt, isBundle, readBuild, repository } from './sources.ts';

interface BuildLog {
  info(message: string): void;
  warn(message: string): void;
}

/** Targets whose build failed in this process. Their pages report the failure instead of waiting forever. */
export const failedBuilds = new Set<BuildName>();

const MODULE_LIMIT_MS = 10 * 60_000;
/** Number of older builds to retain, because another server on the same clone may still serve one. */
const RETAINED_BUILDS = 2;

/** The targets that browsers open. Nothing waits for the server's own build, because only its next start uses it. */
const PAGES = ['dashboard', 'site', 'docs', 'embed'] as const;

/** The effect of a missing build. */
const EFFECT_WITHOUT_BUILD: Readonly<Record<BuildName, string>> = {
  dashboard: 'is not served',
  site: 'is not served',
  docs: 'is not served',
  packages: 'is not served',
  embed: 'is not served',
  server: 'runs from its sources',
};

/** Returns the state of the pages, which can be opened once they are ready. Builds nothing. */
export function readPagesState(): 'ready' | 'building' | 'failed' {
  if (PAGES.every((name) => isBuilt(readBuild(name)))) return 'ready';
  return PAGES.some((name) => failedBuilds.has(name)) ? 'failed' : 'building';
}

/** Builds every target that has changed since its last build. Never throws; returns the names of failed targets. */
export async function buildAll(options: { log: BuildLog }): Promise<BuildName[]> {
  return [...(await buildPages(options)), ...(await finishBuilds(options))];
}

/** Builds the changed pages in parallel. Until it resolves, the server serves the API but no pages. */
export async function buildPages({ log }: { log: BuildLog }): Promise<BuildName[]> {
  const outdatedTargets = PAGES.map(readBuild).filter((target) => !isBuilt(target));
  await Promise.all(outdatedTargets.map((target) => build(target, log)));
  return outdatedTargets.map(({ name }) => name).filter((name) => failedBuilds.has(name));
}

/** Builds the packages and the server for its next start, and compresses the pages. No page waits for this. */
export async function finishBuilds({ log }: { log: BuildLog }): Promise<BuildName[]> {
  if (isBundle) return [];
  const targets = (['server', 'packages'] as const).map(readBuild);
  for (const target of targets) if (!isBuilt(target)) await build(target, log);
  const served = ([...PAGES, 'packages'] as const).map(readBuild).filter(isBuilt);
  for (const { output } of served) await precompress(output).catch((error: Error) => log.warn(error.message));
  return targets.map(({ name }) => name).filter((name) => failedBuilds.has(name));
}

async function build(target: Build, log: BuildLog): Promise<void> {
  const startedAt = performance.now();
  const unfinishedFolder = unfinishedFolderOf(target, process.pid);
  failedBuilds.delete(target.name);
  try {
    await mkdir(dirname(unfinishedFolder), { recursive: true });
    await waitForOtherBuild(target);
    if (isBuilt(target)) return;
    await rm(unfinishedFolder, { recursive: true, force: true });
    // The build command empties and recreates its output folder, so it gets a subfolder.
    const output = join(unfinishedFolder, target.name);
    await mkdir(unfinishedFolder);
    await run(target, output);
    // The rename is atomic, so no request sees a partial build, and two servers can build concurrently.
    await rename(output, target.output).catch((error: unknown) => {
      if (!isBuilt(target)) throw error;
    });
    await removeOldBuilds(target);
    log.info(`Built the ${target.title} (${((performance.now() - startedAt) / 1_000).toFixed(1)} s).`);
  } catch (error) {
    failedBuilds.add(target.name);
    log.warn(
      `The ${target.title} could not be built, and ${EFFECT_WITHOUT_BUILD[target.name]}: ${(error as Error).message}`,
    );
  } finally {
    await rm(unfinishedFolder, { recursive: true, force: true }).catch(() => undefined);
  }
}

/** The folder in which a process builds; its name shows other processes that the same build is in progress. */
const unfinishedFolderOf = (target: Build, pid: number): string =>
  join(target.folder, 'build', `.unfinished-${basename(target.output)}-${pid}`);

/**
 * Waits while another server on this clone builds the same sources, so that the work is not done twice. If both begin
 * at the same moment, both build, which only costs time.
 */
async function waitForOtherBuild(target: Build): Promise<void> {
  const end = Date.now() + MODULE_LIMIT_MS;
  const prefix = basename(unfinishedFolderOf(target, 0)).slice(0, -1);
  const isBuildRunning = async (): Promise<boolean> => {
    const names = await readdir(join(target.folder, 'build'));
    const pids = names.filter((name) => name.startsWith(prefix)).map((name) => Number(name.slice(prefix.length)));
    return pids.some((pid) => pid !== process.pid && isRunning(pid));
  };
  while (Date.now() < end && !isBuilt(target) && (await isBuildRunning())) await sleep(300);
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
  const [command, args] = commandOf(target, output);
  const child = spawn(process.execPath, [command, ...args], {
    cwd: target.folder,
    env: { ...process.env, NODE_ENV: 'production', PORTICO_SITE_BUILD: relative(target.folder, output), NO_COLOR: '1' },
    stdio: ['ignore', 'pipe', 'pipe'],
    timeout: MODULE_LIMIT_MS,
  });
  let log = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (text: Buffer) => {
      log = (log + text.toString()).slice(-4_000);
    });
  }
  const code = await new Promise<number | null>((resolve, reject) => {
    child.on('error', reject);
    child.on('close', resolve);
  });
  if (code !== 0) throw new Error(`the build ended with code ${code}.\n${log.trim()}`);
}

function commandOf(target: Build, output: string): [command: string, args: string[]] {
  if (target.name === 'packages') return [join(repository, 'tools/packages.ts'), [output]];
  if (target.name === 'site') return [join(findTool(target, '@react-router/dev'), 'bin.cjs'), ['build']];
  return [join(findTool(target, 'vite'), 'bin', 'vite.js'), ['build', '--outDir', output, '--emptyOutDir']];
}

/** Returns the folder of a build tool. @throws Error that says what to do if npm did not install it */
function findTool({ folder }: Build, name: string): string {
  try {
    return dirname(createRequire(join(folder, 'package.json')).resolve(`${name}/package.json`));
  } catch {
    throw new Error(
      `${name} is not installed: run npm ci without --omit dev, or use a bundle, which contains the pages.`,
    );
  }
}

/** Removes old builds, and unfinished builds of processes that have exited. */
async function removeOldBuilds(target: Build): Promise<void> {
  const folder = dirname(target.output);
  const all = await readdir(folder);
  const abandonedBuilds = all.filter(
    (name) => name.startsWith('.unfinished-') && !isRunning(Number(name.split('-').at(-1))),
  );
  await Promise.all(abandonedBuilds.map((name) => rm(join(folder, name), { recursive: true, force: true })));
  const names = all.filter((name) => name !== basename(target.output) && !name.startsWith('.'));
  const entries = await Promise.all(
    names.map(async (name) => ({ path: join(folder, name), time: (await stat(join(folder, name))).mtimeMs })),
  );
  const oldBuilds = entries.sort((a, b) => b.time - a.time).slice(RETAINED_BUILDS - 1);
  await Promise.all(oldBuilds.map(({ path }) => rm(path, { recursive: true, force: true })));
}
