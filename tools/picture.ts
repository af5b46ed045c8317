/**
 * Takes the screenshot of the README, docs/dashboard.png: `node tools/picture.ts`. It starts an installation, creates
 * members and submissions through the API, and spreads their dates over the past weeks.
 */
import { fileURLToPath } from 'node:url';
import { type Api, openApi } from '../e2e/support/api.ts';
import { setUpOwner, startEnvironment } from '../e2e/support/environment.ts';
import type { Product } from '../e2e/support/product.ts';
import { MEMBER } from '../e2e/support/sample.ts';
import { withClient } from '../server/src/testing/cluster.ts';
import { readPostmaster } from '../server/src/testing/postmaster-process.ts';

const FILE = fileURLToPath(new URL('../docs/dashboard.png', import.meta.url));

const names =
  'Ada Grace Mary Olaudah Rokeya Jules Jane Henry Charles Herman George Begum Phillis Anna Solomon Harriet'.split(' ');
const questions = [
  'When are you open on Sundays?',
  'May I borrow two?',
  'Where is Walden?',
  'Is there a reading group?',
];

async function fill(product: Product, api: Api): Promise<void> {
  const response = await fetch(`${product.url}/portico/v1/site-info`);
  const { starter } = (await response.json()) as { starter: { formId: string } };
  for (const [index, nickname] of names.entries()) {
    const email = `${nickname.toLowerCase()}@example.org`;
    await api.post('/v2/register', { loginId: { email }, password: MEMBER.password, profile: { nickname } });
    for (let letter = 0; letter <= (index * 7) % 5; letter++) {
      const message = questions[(index + letter) % questions.length];
      const submissions = { first_name: nickname, last_name: 'Example', email, topic: 'A question', message };
      await api.post('/v4/submissions', { submission: { formId: starter.formId, submissions } });
    }
  }
}

/** Spreads activity unevenly, with more on recent days and none on some, and preserves its order. */
async function spreadDates(product: Product): Promise<void> {
  const postmaster = readPostmaster(product.dataDir);
  if (!postmaster)
    throw new Error('The database of the installation is not running. Look at the output of the server.');
  await withClient({ host: postmaster.socketDir, port: 5432, user: 'portico', database: 'portico' }, null, (client) =>
    client.query(`update portico.activity a set occurred_at = now() - make_interval(secs => age.seconds)
      from (select id, 4000 + 2400000 * power(1 - row_number() over (order by occurred_at, id)::float / count(*) over (), 1.4)
        + 40000 * (1 + sin(10 * row_number() over (order by occurred_at, id))) as seconds from portico.activity) age
      where a.id = age.id`),
  );
}

const environment = await startEnvironment();
try {
  const { page } = await environment.open({ colorScheme: 'light' });
  const link = /http\S+#token=\S+/.exec(environment.product.output())?.[0] as string;
  await setUpOwner(page, link, 'The Reading Room');
  await fill(environment.product, await openApi(environment.product));
  // A worker writes the activity after the calls have returned.
  await new Promise((resolve) => setTimeout(resolve, 3_000));
  await spreadDates(environment.product);
  await page.reload();
  await page.getByRole('figure').waitFor();
  await page.waitForLoadState('networkidle');
  await page.mouse.move(640, 790);
  await page.screenshot({ path: FILE });
} finally {
  await environment.close();
}
