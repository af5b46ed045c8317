/** `npm run dev`: the server runs from its sources, and the pages' modules are served without a build. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createInstallation, type Installation } from '../testing/installation-process.ts';

let installation: Installation;
beforeAll(async () => {
  installation = await createInstallation({}, { mode: 'dev' });
  await installation.start();
}, 120_000);
afterAll(() => installation?.remove());

const open = async (path: string) => {
  const response = await fetch(`${installation.origin}${path}`, { headers: { accept: 'text/html' } });
  return { status: response.status, type: response.headers.get('content-type'), text: await response.text() };
};

it('serves the API', async () => {
  expect((await open('/health/ready')).status).toBe(200);
  expect((await open('/data/v9/nothing')).status).toBe(404);
});

it('serves the dashboard page with the reload script, and its modules as JavaScript', async () => {
  const page = await open('/dashboard/sign-in');
  expect(page).toMatchObject({ status: 200, type: 'text/html; charset=utf-8' });
  expect(page.text).toContain('/dashboard/@vite/client');
  const module = await open('/dashboard/src/main.tsx');
  expect(module).toMatchObject({ status: 200, type: 'text/javascript' });
  expect(module.text).not.toContain('as HTMLElement');
});

it('renders the site', async () => {
  expect(await open('/')).toMatchObject({ status: 200, type: 'text/html; charset=utf-8' });
});
