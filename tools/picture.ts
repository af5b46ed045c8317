/**
 * Takes the picture of the README: a Portico of its own, with members and submissions made through the API, whose dates
 * are then spread over the days before. `node tools/picture.ts` writes docs/dashboard.png.
 */
import { fileURLToPath } from 'node:url';
import { type Api, openApi } from '../e2e/support/api.ts';
import type { Product } from '../e2e/support/product.ts';
import { MEMBER } from '../e2e/support/sample.ts';
import { openStage, setUpOwner } from '../e2e/support/stage.ts';
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
  const answer = await fetch(`${product.url}/portico/v1/site-info`);
  const { starter } = (await answer.json()) as { starter: { formId: string } };
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

/** More of it lately, and some days without any, as it is in life; the order stays. */
async function spreadDates(product: Product): Promise<void> {
  const postmaster = readPostmaster(product.dataDir);
  if (!postmaster) throw new Error('The database of the product does not run.');
  await withClient({ host: postmaster.socketDir, port: 5432, user: 'portico', database: 'portico' }, null, (client) =>
    client.query(`update portico.activity a set occurred_at = now() - make_interval(secs => age.seconds)
      from (select id, 4000 + 2400000 * power(1 - row_number() over (order by occurred_at, id)::float / count(*) over (), 1.4)
        + 40000 * (1 + sin(10 * row_number() over (order by occurred_at, id))) as seconds from portico.activity) age
      where a.id = age.id`),
  );
}

const stage = await openStage();
try {
  const { page } = await stage.open({ colorScheme: 'light' });
  const link = /http\S+#token=\S+/.exec(stage.product.output())?.[0] as string;
  await setUpOwner(page, link, 'The Reading Room');
  await fill(stage.product, await openApi(stage.product));
  // The list is written by a worker, soon after.
  await new Promise((resolve) => setTimeout(resolve, 3_000));
  await spreadDates(stage.product);
  await page.reload();
  await page.getByRole('figure').waitFor();
  await page.waitForLoadState('networkidle');
  await page.mouse.move(640, 790);
  await page.screenshot({ path: FILE });
} finally {
  await stage.close();
}
