// scratch: not committed

import { dashboardScreens, emptyScreens, failingScreens } from './screens/dashboard.ts';
import { openApi } from './support/api.ts';
import { makeSample } from './support/sample.ts';
import { inspectScreen } from './support/screen.ts';
import { OWNED, openStage, signInAsOwner } from './support/stage.ts';

const wanted = new RegExp(process.argv[2] ?? '.');
const stage = await openStage({ ...OWNED, ...(process.argv[3] === 'empty' ? { PORTICO_STARTER: 'off' } : {}) });
try {
  const api = await openApi(stage.product);
  const made: any = process.argv[3] === 'empty' ? {} : await makeSample(stage.product, api);
  const { page, problems } = await stage.open();
  await signInAsOwner(page);
  problems.length = 0;
  const screens =
    process.argv[3] === 'empty' ? emptyScreens : process.argv[3] === 'failing' ? failingScreens : dashboardScreens;
  if (process.argv[3] === 'failing') {
    const error = { message: 'Internal error', details: { applicationError: { code: 'INTERNAL' } } };
    await page.route('**/*', (route) => {
      const { pathname } = new URL(route.request().url());
      const goesOn =
        route.request().resourceType() !== 'fetch' || /\/portico\/v1\/(dashboard|sites|setup)(\/|$)/.test(pathname);
      return goesOn
        ? route.fallback()
        : route.fulfill({ status: 500, json: error, headers: { 'x-wix-request-id': '1795238112.123456789' } });
    });
  }
  for (const screen of screens.filter(({ name }) => wanted.test(name))) {
    const { name, given, path, shows, first, problems: allowed } = screen;
    try {
      await given?.(page, api);
      if (path !== undefined) await page.goto(path.replace(/:(\w+)/g, (_, key) => made[key]));
      await first?.(page);
      await page.getByText(shows).first().waitFor({ timeout: 6000 });
      await page.waitForFunction(
        () => document.querySelector('.mantine-Skeleton-root, .mantine-Loader-root') === null,
        null,
        { timeout: 6000 },
      );
      const faults = await inspectScreen(page, `dashboard ${name}`);
      const said = problems.splice(0).filter((problem) => !allowed?.test(problem));
      console.log(faults.length + said.length ? 'BAD ' : 'ok  ', name, faults.join('\n      '), said.join('\n      '));
    } catch (error) {
      await page.screenshot({ path: `.cache/screenshots/FAIL-${name.replaceAll(' ', '-')}.png` }).catch(() => {});
      console.log('FAIL', name, String(error).slice(0, 500), problems.splice(0).join('|').slice(0, 400));
      await page.unrouteAll?.().catch?.(() => {});
    }
  }
} finally {
  await stage.close();
}
process.exit(0);
  await page.goto(`/dashboard/members?open=${made.memberId}`);
  await page.getByRole('button', { name: 'Edit' }).click();
  await page.getByRole('dialog').getByLabel('Company').fill('The Reading Room');
  console.log('save enabled', await page.getByRole('button', { name: 'Save' }).isEnabled());
  await page.waitForTimeout(500);
  console.log('save enabled', await page.getByRole('button', { name: 'Save' }).isEnabled(), await page.getByLabel('Company').inputValue());
  await page.keyboard.press('Escape');
  await page.waitForTimeout(500);
  console.log(await page.getByRole('dialog').allInnerTexts());
} finally { await stage.close(); }
process.exit(0);
