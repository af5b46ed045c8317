/** Compares pages of random filters and sorts with a simple evaluation in memory. */
import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type TestServer, testServer } from '../../testing/index.ts';
import { runs, seed } from '../../testing/runs.ts';
import { type Json, NAMESPACE, submissionCalls } from '../testing/submission-calls.ts';

let t: TestServer;
beforeAll(async () => {
  t = await testServer();
});
afterAll(() => t.stop());
const { post } = submissionCalls(() => t);

const IDS = Array.from({ length: 3 }, () => randomUUID());
const STATUSES = ['PENDING', 'CONFIRMED', 'PAYMENT_WAITING', 'PAYMENT_CANCELED'];
const SUBMITTERS = { visitor: 'visitorId', member: 'memberId', user: 'userId', app: 'applicationId' } as const;
const TAGS = ['a', 'b', 'c'];
const TIMES = [0, 1, 2].map((minute) => `2026-05-17T12:0${minute}:00.000Z`);

interface SampleRow {
  id: string;
  formId: string;
  status: string;
  seen: boolean;
  contactId: string | null;
  kind: keyof typeof SUBMITTERS;
  submitterId: string;
  checkoutId: string | null;
  tags: string[] | null;
  createdDate: string;
  updatedDate: string;
}
const rows: SampleRow[] = Array.from({ length: 40 }, (_, i) => ({
  id: randomUUID(),
  formId: IDS[i % 3] as string,
  status: STATUSES[i % 4] as string,
  seen: i % 5 === 0,
  contactId: i % 3 === 0 ? (IDS[i % 2] as string) : null,
  kind: Object.keys(SUBMITTERS)[i % 4] as keyof typeof SUBMITTERS,
  submitterId: IDS[(i >> 2) % 3] as string,
  checkoutId: i % 4 === 1 ? `checkout-${i % 3}` : null,
  tags: i % 4 === 0 ? null : TAGS.slice(0, i % 4),
  createdDate: TIMES[i % 3] as string,
  updatedDate: TIMES[(i >> 1) % 3] as string,
}));

beforeAll(async () => {
  await sql`
    insert into submissions (site_id, id, form_id, namespace, status, submitter_kind, submitter_id, answers, seen, contact_id,
      order_details, tags, created_at, updated_at, status_since)
    select ${t.site.id}, "id", "formId", ${NAMESPACE}, "status", "kind", "submitterId", '{}', "seen", "contactId",
      case when "checkoutId" is not null then jsonb_build_object('checkoutId', "checkoutId") end,
      case when "tags" is not null then jsonb_build_object('tags', jsonb_build_object('tagIds', "tags")) end,
      "createdDate", "updatedDate", "updatedDate"
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as one("id" uuid, "formId" uuid, "status" text, "seen" boolean,
      "contactId" uuid, "kind" text, "submitterId" text, "checkoutId" text, "tags" jsonb, "createdDate" timestamptz, "updatedDate" timestamptz)`.execute(
    t.db,
  );
});

/** Returns the value of a row's field, or null. */
function fieldOf(row: SampleRow, field: string): string | boolean | null {
  if (field.startsWith('submitter.')) return SUBMITTERS[row.kind] === field.slice(10) ? row.submitterId : null;
  if (field === 'orderDetails.checkoutId') return row.checkoutId;
  if (field === 'childMetaSiteId') return null;
  return row[field as keyof SampleRow] as string | boolean | null;
}

const FIELD_VALUES: Readonly<Record<string, readonly (string | boolean)[]>> = {
  id: [...rows.slice(0, 4).map(({ id }) => id), randomUUID()],
  formId: IDS,
  contactId: IDS,
  status: STATUSES,
  'submitter.memberId': IDS,
  'submitter.visitorId': IDS,
  'submitter.applicationId': IDS,
  'submitter.userId': IDS,
  'orderDetails.checkoutId': ['checkout-0', 'checkout-1', 'none'],
  childMetaSiteId: IDS,
  seen: [true, false],
  createdDate: TIMES,
  updatedDate: TIMES,
};
const fields = fc.constantFrom(...Object.keys(FIELD_VALUES));

type RowPredicate = (row: SampleRow) => boolean;
interface Case {
  readonly filter: Json;
  readonly test: RowPredicate;
}

const comparisonCases: fc.Arbitrary<Case> = fields.chain((field) => {
  const values = fc.constantFrom(...(FIELD_VALUES[field] as readonly (string | boolean)[]));
  const lists = fc.array(values, { maxLength: 3 });
  const nullable = /contactId|submitter|checkout|child/.test(field);
  const equal = fc.oneof(values, ...(nullable ? [fc.constant(null)] : []));
  const has = (row: SampleRow) => fieldOf(row, field);
  const cases: fc.Arbitrary<Case>[] = [
    equal.map((value) => ({ filter: { [field]: value }, test: (row) => has(row) === value })),
    equal.map((value) => ({ filter: { [field]: { $ne: value } }, test: (row) => has(row) !== value })),
  ];
  if (field !== 'seen') {
    cases.push(
      lists.map((list) => ({ filter: { [field]: { $in: list } }, test: (row) => list.includes(has(row) as string) })),
      lists.map((list) => ({ filter: { [field]: { $nin: list } }, test: (row) => !list.includes(has(row) as string) })),
    );
  }
  if (field.endsWith('Date')) {
    cases.push(
      values.map((value) => ({ filter: { [field]: { $gt: value } }, test: (row) => (has(row) as string) > value })),
      fc.tuple(values, values).map(([low, high]) => ({
        filter: { [field]: { $gte: low, $lte: high } },
        test: (row) => (has(row) as string) >= low && (has(row) as string) <= high,
      })),
      values.map((value) => ({ filter: { [field]: { $lt: value } }, test: (row) => (has(row) as string) < value })),
    );
  }
  return fc.oneof(...cases);
});
const tagCases: fc.Arbitrary<Case> = fc
  .record({ list: fc.subarray([...TAGS, 'd'], { minLength: 1 }), all: fc.boolean() })
  .map(({ list, all }) => ({
    filter: { 'tags.tags.tagIds': { [all ? '$hasAll' : '$hasSome']: list } },
    test: ({ tags }) => {
      const rowTags = tags ?? [];
      return all ? list.every((tag) => rowTags.includes(tag)) : list.some((tag) => rowTags.includes(tag));
    },
  }));

const { filter: anyFilter } = fc.letrec<{ filter: Case }>((tie) => ({
  filter: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    { weight: 4, arbitrary: comparisonCases },
    { weight: 1, arbitrary: tagCases },
    {
      weight: 1,
      arbitrary: fc.array(tie('filter'), { maxLength: 3 }).map((parts) => ({
        filter: { $and: parts.map(({ filter }) => filter) },
        test: (row: SampleRow) => parts.every(({ test }) => test(row)),
      })),
    },
    {
      weight: 1,
      arbitrary: fc.array(tie('filter'), { maxLength: 3 }).map((parts) => ({
        filter: { $or: parts.map(({ filter }) => filter) },
        test: (row: SampleRow) => parts.some(({ test }) => test(row)),
      })),
    },
    {
      weight: 1,
      arbitrary: tie('filter').map(({ filter, test }) => ({
        filter: { $not: filter },
        test: (row: SampleRow) => !test(row),
      })),
    },
  ),
}));

interface SortKey {
  readonly fieldName: string;
  readonly order: 'ASC' | 'DESC';
}
const sorts: fc.Arbitrary<SortKey[]> = fc.array(
  fc.record({
    fieldName: fields.filter((field) => field !== 'childMetaSiteId'),
    order: fc.constantFrom('ASC' as const, 'DESC' as const),
  }),
  { maxLength: 3 },
);

/** Sorts null like the empty string. The id is the last key of every sort. */
function sortRows(found: SampleRow[], sort: readonly SortKey[]): string[] {
  const requested = sort.length > 0 ? sort : [{ fieldName: 'createdDate', order: 'DESC' as const }];
  const keys = [...requested, { fieldName: 'id', order: requested.at(-1)?.order ?? 'DESC' }];
  const keyOf = (row: SampleRow, field: string) => {
    const value = fieldOf(row, field);
    return typeof value === 'boolean' ? Number(value) : (value ?? '');
  };
  const compare = (a: SampleRow, b: SampleRow): number => {
    for (const { fieldName, order } of keys) {
      const [x, y] = [keyOf(a, fieldName), keyOf(b, fieldName)];
      if (x !== y) return (x < y ? -1 : 1) * (order === 'ASC' ? 1 : -1);
    }
    return 0;
  };
  return [...found].sort(compare).map(({ id }) => id);
}

interface PageBody {
  readonly submissions: { readonly id: string }[];
  readonly metadata: { readonly cursors: { readonly next?: string; readonly prev?: string } };
}

it('returns the same pages as the evaluation in memory, forwards and backwards', { timeout: 120_000 }, async () => {
  const property = fc.asyncProperty(anyFilter, sorts, fc.integer({ min: 1, max: 100 }), async (one, sort, limit) => {
    const expected = sortRows(rows.filter(one.test), sort);
    const fetchPage = async (query: Json): Promise<PageBody> => {
      const response = await post('submissions/namespace/query', { query });
      expect(response.status).toBe(200);
      return response.body;
    };
    const idsOf = (page: PageBody) => page.submissions.map(({ id }) => id);
    const filter = { $and: [{ namespace: NAMESPACE }, one.filter] };
    // Limits each run to five pages.
    const size = Math.max(limit, Math.ceil(expected.length / 5), 1);
    const pages = [await fetchPage({ filter, sort, cursorPaging: { limit: size } })];
    for (let last = pages[0] as PageBody; last.metadata.cursors.next; pages.push(last)) {
      last = await fetchPage({ cursorPaging: { limit: size, cursor: last.metadata.cursors.next } });
    }
    expect(pages.flatMap(idsOf)).toEqual(expected);
    const last = pages.at(-1) as PageBody;
    if (pages.length > 1 && last.metadata.cursors.prev) {
      const back = await fetchPage({ cursorPaging: { limit: size, cursor: last.metadata.cursors.prev } });
      expect(idsOf(back)).toEqual(idsOf(pages.at(-2) as PageBody));
    }
    const counted = await post('submissions/count-by-filter', { filter });
    const total = counted.body.formsSubmissionsCount.reduce(
      (sum: number, form: Json) => sum + Number(form.totalCount),
      0,
    );
    expect(total).toBe(expected.length);
  });
  await fc.assert(property, { numRuns: runs(500), seed });
});
