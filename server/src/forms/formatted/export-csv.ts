import { Readable } from 'node:stream';
import type { Input } from '@portico/contract/endpoint';
import type { formsEndpoints } from '@portico/contract/forms/index';
import { labelOfField, targetOf } from '@portico/domain';
import { stringify } from 'csv-stringify';
import { sql } from 'kysely';
import { idColumn } from '../../filter/columns.ts';
import { type PageState, pageSql } from '../../filter/page.ts';
import { Answer } from '../../kernel/answer.ts';
import type { SiteCtx } from '../../kernel/ctx.ts';
import { loadForm } from '../forms/load-form.ts';
import { requireSubmissionsReader } from '../permissions.ts';
import { listSubmissions } from '../records/store.ts';
import { type SubmissionRow, toWire } from '../records/wire.ts';
import { submissionColumns } from '../submissions/columns.ts';
import { hiddenText } from './format-value.ts';

type Endpoint = (typeof formsEndpoints)['exportSubmissions'];

const BATCH = 500;

/**
 * The submissions of a form as CSV (RFC 4180), oldest first: read and sent batch by batch, at the pace of who takes it.
 * A value that a spreadsheet would run as a formula is sent as text: visitors write what owners open (CSV injection).
 */
export async function exportSubmissionsCsv(ctx: SiteCtx, { query }: Input<Endpoint>): Promise<Answer> {
  requireSubmissionsReader(ctx.caller);
  const form = await loadForm(ctx, query.formId);
  const { formFields, deletedFormFields } = form.document;
  const columns = [...formFields, ...deletedFormFields].flatMap((field) => {
    const target = targetOf(field);
    return target === undefined ? [] : [{ target, label: labelOfField(field) ?? target, hidden: hiddenText(field) }];
  });
  const statuses = query.statuses?.length ? sql`status = any(${query.statuses}::text[])` : sql`true`;
  const where = sql<boolean>`form_id = ${form.id} and deleted_at is null and ${statuses}`;
  async function* records(): AsyncGenerator<string[]> {
    yield [...ABOUT.map(([name]) => name), ...columns.map(({ label }) => label)].map(withoutFormulas);
    for await (const row of rows(ctx, where)) {
      const cells = [
        ...ABOUT.map(([, cell]) => cell(row)),
        ...columns.map(({ target, hidden }) =>
          hidden && target in row.answers ? hidden : cellOf(row.answers[target]),
        ),
      ];
      yield cells.map(withoutFormulas);
    }
  }
  const text = Readable.from(records()).pipe(stringify({ bom: true, record_delimiter: '\r\n' }));
  return new Answer(
    200,
    {
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': `attachment; filename="submissions-${form.id}.csv"`,
      'x-content-type-options': 'nosniff',
      'cache-control': 'no-store',
    },
    text,
  );
}

const ABOUT: readonly (readonly [string, (row: SubmissionRow) => string])[] = [
  ['id', ({ id }) => id],
  ['createdDate', ({ created_at }) => created_at.toISOString()],
  ['updatedDate', ({ updated_at }) => updated_at.toISOString()],
  ['status', ({ status }) => status],
  ['seen', ({ seen }) => String(seen)],
  ['submitter', (row) => Object.values(toWire(row).submitter).join()],
  ['tags', ({ tags }) => (tags?.tags?.tagIds ?? []).join(', ')],
  ['orderNumber', ({ order_details }) => order_details?.number ?? ''],
  ['itemSubtotal', ({ order_details }) => order_details?.itemSubtotal ?? ''],
];

async function* rows(ctx: SiteCtx, where: ReturnType<typeof sql<boolean>>): AsyncGenerator<SubmissionRow> {
  let state: PageState = { filter: {}, sort: [{ fieldName: 'createdDate', order: 'ASC' }], backwards: false };
  for (;;) {
    const page = pageSql(state, submissionColumns, idColumn);
    const read = await listSubmissions(ctx.env.lanes.slow, ctx.site.id, where, page, BATCH);
    yield* read;
    if (read.length < BATCH) return;
    state = { ...state, keys: read.at(-1)?.keys ?? [] };
  }
}

/**
 * With an apostrophe before what would begin a formula: at the beginning of the cell, and where a spreadsheet begins one
 * that separates otherwise than we do (semicolons in much of Europe, tabs) and takes no notice of our quotes.
 */
function withoutFormulas(cell: string): string {
  const rest = cell.replace(/[\s;"]+/g, (gap: string, at: number) => {
    const beginsCell = at === 0 || /[;\t\r\n]/.test(gap);
    return beginsCell && FORMULA.test(cell.charAt(at + gap.length)) ? `${gap}'` : gap;
  });
  return FORMULA.test(rest) ? `'${rest}` : rest;
}
const FORMULA = /^[=+\-@＝＋－＠]/;

/** What stands in one cell: lists by commas, files by name and address, anything else as JSON. */
function cellOf(value: unknown): string {
  if (value === undefined || value === null) return '';
  if (typeof value === 'string') return value;
  if (Array.isArray(value)) return value.map(cellOf).join(', ');
  if (typeof value !== 'object') return String(value);
  const { displayName, url } = value as { displayName?: unknown; url?: unknown };
  return typeof displayName === 'string' && typeof url === 'string' ? `${displayName} (${url})` : JSON.stringify(value);
}
