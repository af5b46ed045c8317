/** Calls that the owner of a site makes on submissions. */
import type { Entity } from '../client.ts';
import { UNKNOWN_ID } from '../fixture.ts';
import { rejectionRows, type Subject, successRows } from '../row.ts';
import { VALID } from './forms.ts';

const create = async ({ owner, fixture }: Subject, values: object = {}): Promise<string> =>
  (await owner.forms.submit(fixture.forms.contact, { ...VALID, ...values })).id;

/** Creates submissions with a name that no other row uses, to find them again. */
async function createNamed(s: Subject, count: number) {
  const name = `N${Math.random().toString(36).slice(2, 10)}`;
  const ids: string[] = [];
  for (let n = 0; n < count; n += 1) ids.push(await create(s, { name, age: n }));
  return { name, ids };
}

/** Creates a PENDING submission with the API key, because only the owner may set the status. Returns its id. */
async function createPending({ fixture }: Subject): Promise<string> {
  const headers = { authorization: fixture.apiKey, 'wix-site-id': fixture.siteId, 'content-type': 'application/json' };
  const submission = { formId: fixture.forms.contact, status: 'PENDING', submissions: VALID };
  const body = JSON.stringify({ submission });
  const response = await fetch(`${fixture.url}/v4/submissions`, { method: 'POST', headers, body });
  return (await response.json()).submission.id;
}

async function createTrashed(s: Subject): Promise<string> {
  const id = await create(s);
  await s.owner.submissions.remove(contactForm(s), [id]);
  return id;
}

const isInTrash = async (s: Subject, id: string): Promise<boolean> =>
  (await s.owner.submissions.listTrash({ formId: contactForm(s) })).some((one) => one.id === id);

const agesOf = (all: readonly Entity[]) => all.map(({ submissions }) => (submissions as { age?: number }).age);

/** Returns by how much `act` changes the number of submissions of the form. */
async function countChange(
  readCounts: () => Promise<readonly { readonly totalCount: number }[]>,
  act: () => Promise<unknown>,
) {
  const readTotal = async () => (await readCounts())[0]?.totalCount ?? 0;
  const before = await readTotal();
  await act();
  return (await readTotal()) - before;
}

const contactForm = ({ fixture }: Subject) => fixture.forms.contact;
const VIP = { tags: { tagIds: ['vip'] } };

export const submissionRows = [
  ...successRows('submissions', {
    'get returns the submission': async (s) => {
      const submission = await s.owner.submissions.get(await create(s, { age: 3 }));
      return [submission?.status, submission?.submissions, submission?.seen, submission?.revision];
    },
    'update changes properties and the revision': async (s) => {
      const change = { formId: contactForm(s), revision: '1', seen: true };
      const { seen, revision } = await s.owner.submissions.update(await create(s), change);
      return { seen, revision };
    },
    'confirm confirms a pending submission': async (s) =>
      (await s.owner.submissions.confirm(await createPending(s))).status,
    'remove moves a submission to the trash': async (s) => isInTrash(s, await createTrashed(s)),
    'remove moves nothing to the trash if it is permanent': async (s) => {
      const id = await create(s);
      await s.owner.submissions.remove(contactForm(s), [id], { permanent: true });
      return isInTrash(s, id);
    },
    'remove reports unknown submissions beside the others': async (s) =>
      s.owner.submissions.remove(contactForm(s), [await create(s), UNKNOWN_ID]),
    'restore returns a submission from the trash': async (s) => {
      const id = await createTrashed(s);
      const restored = await s.owner.submissions.restore(id);
      return [restored.id === id, (await s.owner.submissions.get(id))?.id === id];
    },
    'emptyTrash removes submissions for good': async (s) => {
      const id = await createTrashed(s);
      return [await s.owner.submissions.emptyTrash(contactForm(s), [id, UNKNOWN_ID]), await isInTrash(s, id)];
    },
    'list returns the latest submissions of a form': async (s) => {
      await createNamed(s, 3);
      return agesOf(await s.owner.submissions.list({ formId: contactForm(s) }))
        .slice(0, 3)
        .sort();
    },
    'onlyYourOwn returns the submissions of the member': async (s) => {
      const submission = await s.member.forms.submit(contactForm(s), VALID);
      await create(s);
      const all = await s.member.submissions.list({ formId: contactForm(s), onlyYourOwn: true });
      const submitters = new Set(all.map(({ submitter }) => JSON.stringify(submitter)));
      return [all.some(({ id }) => id === submission.id), [...submitters]];
    },
    'search finds submissions by words': async (s) => {
      const { name } = await createNamed(s, 2);
      return agesOf(await s.owner.submissions.list({ formId: contactForm(s), search: name })).sort();
    },
    'count counts the submissions of a form': (s) =>
      countChange(
        () => s.owner.submissions.count([contactForm(s)]),
        () => create(s),
      ),
    'count counts only some statuses': (s) =>
      countChange(
        () => s.owner.submissions.count([contactForm(s)], ['PENDING']),
        () => Promise.all([create(s), createPending(s)]),
      ),
    'countTrash counts the trash': (s) =>
      countChange(
        () => s.owner.submissions.countTrash([contactForm(s)]),
        () => createTrashed(s),
      ),
    'markAsSeen marks submissions': async (s) => {
      const { ids } = await createNamed(s, 2);
      await s.owner.submissions.markAsSeen(contactForm(s), ids);
      return Promise.all(ids.map(async (id) => (await s.owner.submissions.get(id))?.seen));
    },
    'updateTags assigns tags': async (s) => {
      const id = await create(s);
      const outcome = await s.owner.submissions.updateTags([id, UNKNOWN_ID], { assign: VIP });
      return [outcome, (await s.owner.submissions.get(id))?.tags];
    },
    'updateTags removes tags': async (s) => {
      const id = await create(s);
      await s.owner.submissions.updateTags([id], { assign: VIP });
      await s.owner.submissions.updateTags([id], { unassign: VIP });
      return (await s.owner.submissions.get(id))?.tags;
    },
    'extended fields are stored by namespace': async (s) =>
      s.owner.submissions.setExtendedFields(await create(s), '@acme/app', { rating: 5 }),
    'reportSpam turns a submission into a report, and reportNotSpam back': async (s) => {
      const id = await create(s);
      const reported = await s.owner.submissions.reportSpam(contactForm(s), [id, UNKNOWN_ID], 'MANUALLY_REPORTED');
      const restored = await s.owner.submissions.reportNotSpam(contactForm(s), [id]);
      return [reported, restored, (await s.owner.submissions.get(id))?.id === id];
    },
  }),
  ...rejectionRows('submissions', {
    'get of an unknown submission': async (s) => s.owner.submissions.get(UNKNOWN_ID),
    'confirm of a confirmed submission': async (s) => s.owner.submissions.confirm(await create(s)),
    'confirm of an unknown submission': async (s) => s.owner.submissions.confirm(UNKNOWN_ID),
    'restore of an unknown submission': async (s) => s.owner.submissions.restore(UNKNOWN_ID),
    'update of a stale revision': async (s) =>
      s.owner.submissions.update(await create(s), { formId: contactForm(s), revision: '7', seen: true }),
    'update to a status that does not follow': async (s) =>
      s.owner.submissions.update(await create(s), {
        formId: contactForm(s),
        revision: '1',
        status: 'PAYMENT_WAITING',
      }),
    'get as a visitor': async (s) => s.visitor.submissions.get(await create(s)),
    'list as a visitor': async (s) => s.visitor.submissions.list({ formId: contactForm(s) }),
    'remove as a member': async (s) => s.member.submissions.remove(contactForm(s), [await create(s)]),
  }),
];
