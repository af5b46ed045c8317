import { existsSync } from 'node:fs';
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { type Browser, type BrowserContext, type BrowserContextOptions, chromium } from 'playwright-core';

const MODULES = fileURLToPath(new URL('../../node_modules/', import.meta.url));

/** The path of the fonts on Debian and derived distributions. */
const DEJAVU = '/usr/share/fonts/truetype/dejavu';

/** Replaces the default arguments of @sparticuz/chromium, which disable web security. Tests of origins need it. */
const ARGUMENTS = ['--no-sandbox', '--disable-dev-shm-usage'];

/** Starts Chromium from the package @sparticuz/chromium, unpacking it into the cache once per version. */
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
 * Unpacks the package into an empty directory, because its code reuses existing files in TMPDIR, even half-written ones
 * or those of another version. The directory gets its final name at the end, because test files run in parallel. The
 * package unpacks its libraries only on AWS Lambda, so the environment variables imitate AWS Lambda. The package also
 * adds the path of the libraries to them. They are restored afterwards, because only the browser needs that path.
 */
async function unpack(folder: string): Promise<void> {
  const temporaryFolder = `${folder}.${process.pid}`;
  await mkdir(temporaryFolder, { recursive: true });
  const previousEnv = { ...process.env };
  Object.assign(process.env, { TMPDIR: temporaryFolder, AWS_EXECUTION_ENV: 'AWS_Lambda_nodejs22.x' });
  try {
    const { default: chromiumPackage } = await import('@sparticuz/chromium');
    await chromiumPackage.executablePath();
  } finally {
    for (const name of Object.keys(process.env)) if (!(name in previousEnv)) delete process.env[name];
    Object.assign(process.env, previousEnv);
  }
  await rename(temporaryFolder, folder).catch(async (error: unknown) => {
    if (!existsSync(folder)) throw error;
    await rm(temporaryFolder, { recursive: true });
  });
}

/**
 * Writes the font configuration, because the one of @sparticuz/chromium searches below /tmp, and Chromium crashes without
 * any font. That package's font is the sans-serif font, so that screenshots are the same on every machine. DejaVu, if
 * installed, is the monospace font and provides missing characters. Other fonts of the machine are excluded, because the
 * browser would prefer one that has the weight of a heading.
 * @returns the path of the file
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

/** The user agent of a normal browser, because servers treat headless browsers as robots. */
const USER_AGENT =
  'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/153.0.0.0 Safari/537.36';

export const DESKTOP = { width: 1280, height: 800 };
export const PHONE = { width: 390, height: 844 };

/** Opens a new profile. `problems` collects everything that its pages log as an error. */
export async function openContext(
  browser: Browser,
  options: BrowserContextOptions = {},
): Promise<{ context: BrowserContext; problems: string[] }> {
  const context = await browser.newContext({
    userAgent: USER_AGENT,
    viewport: DESKTOP,
    // Saves time, because Playwright waits for the end of animations before each click.
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
