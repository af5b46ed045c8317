import { existsSync } from 'node:fs';
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { type Browser, type BrowserContext, type BrowserContextOptions, chromium } from 'playwright-core';

const MODULES = fileURLToPath(new URL('../../node_modules/', import.meta.url));

/** Where Debian and its kin keep it. */
const DEJAVU = '/usr/share/fonts/truetype/dejavu';

/** The package's own list of arguments switches web security off; tests run with it would prove nothing about origins. */
const ARGUMENTS = ['--no-sandbox', '--disable-dev-shm-usage'];

/** Chromium from the npm package, unpacked once a version into the cache. */
export async function launchBrowser(): Promise<Browser> {
  const manifest = JSON.parse(await readFile(`${MODULES}@sparticuz/chromium/package.json`, 'utf8'));
  const folder = `${MODULES}.cache/chromium-${manifest.version}`;
  if (!existsSync(folder)) await unpack(folder);
  const env = {
    ...(process.env as Record<string, string>),
    LD_LIBRARY_PATH: `${folder}/al2023/lib`,
    FONTCONFIG_FILE: await writeFontSettings(folder),
  };
  return chromium.launch({ executablePath: `${folder}/chromium`, env, args: ARGUMENTS });
}

/**
 * The package unpacks to the temporary folder and takes whatever lies there for its own, another version or one that is
 * half written: it is given an empty one, which then gets its name at once, since test files run side by side. It brings
 * its libraries only where it believes to be on AWS Lambda, and names them in the environment of this process, from
 * which they are taken away again: only the browser needs them.
 */
async function unpack(folder: string): Promise<void> {
  const unfinished = `${folder}.${process.pid}`;
  await mkdir(unfinished, { recursive: true });
  const former = { ...process.env };
  Object.assign(process.env, { TMPDIR: unfinished, AWS_EXECUTION_ENV: 'AWS_Lambda_nodejs22.x' });
  try {
    const { default: packaged } = await import('@sparticuz/chromium');
    await packaged.executablePath();
  } finally {
    for (const name of Object.keys(process.env)) if (!(name in former)) delete process.env[name];
    Object.assign(process.env, former);
  }
  await rename(unfinished, folder).catch(async (error: unknown) => {
    if (!existsSync(folder)) throw error;
    await rm(unfinished, { recursive: true });
  });
}

/**
 * The package's own settings look for its fonts below /tmp, and a browser that finds none at all crashes. Its one
 * family is the sans-serif of every machine, so that screenshots are alike; DejaVu, where a machine has it, is the
 * monospace and fills in signs. All other fonts are left out: one of a nearer weight would be taken for a heading.
 * @returns the file
 */
async function writeFontSettings(folder: string): Promise<string> {
  const families = { 'sans-serif': 'Open Sans', 'system-ui': 'Open Sans', monospace: 'DejaVu Sans Mono' };
  const preferred = Object.entries(families).map(
    ([name, family]) => `<match><test name="family"><string>${name}</string></test>
      <edit name="family" mode="prepend" binding="strong"><string>${family}</string></edit></match>`,
  );
  const file = `${folder}/fonts.conf`;
  await writeFile(
    `${file}.${process.pid}`,
    `<?xml version="1.0"?><!DOCTYPE fontconfig SYSTEM "fonts.dtd"><fontconfig>
    <dir>${folder}/fonts</dir><dir>${DEJAVU}</dir><cachedir>${folder}/fonts-cache</cachedir>
    ${preferred.join('\n')}</fontconfig>\n`,
  );
  await rename(`${file}.${process.pid}`, file);
  return file;
}

/** A real browser's name: servers treat what calls itself headless as a robot. */
const USER_AGENT =
  'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/153.0.0.0 Safari/537.36';

export const DESKTOP = { width: 1280, height: 800 };
export const PHONE = { width: 390, height: 844 };

/** A fresh profile. Anything the page logs as an error is collected in the list that comes back. */
export async function openContext(
  browser: Browser,
  options: BrowserContextOptions = {},
): Promise<{ context: BrowserContext; problems: string[] }> {
  const context = await browser.newContext({
    userAgent: USER_AGENT,
    viewport: DESKTOP,
    // Whatever slides or fades would be waited for, at each click.
    reducedMotion: 'reduce',
    ...options,
  });
  context.setDefaultTimeout(15_000);
  const problems: string[] = [];
  context.on('weberror', (error) => problems.push(String(error.error())));
  context.on('console', (message) => {
    if (message.type() === 'error') problems.push(message.text());
  });
  return { context, problems };
}
