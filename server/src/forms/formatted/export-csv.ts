import { Readable } from 'node:stream';
import type { Input } from '@portico/contract/endpoint';
import type { formsEndpoints } from '@portico/contract/forms/index';
import { labelOfField, targetOf } from '@portico/domain';
import { toOffsetTime } from '@portico/domain/time-zones';
import { stringify } from 'csv-stringify';
import { idColumn } from '../../filter/columns.ts';
import { allOf, type Condition } from '../../filter/filter.ts';
import { buildPageSql, type PageState } from '../../filter/page.ts';
import type { SiteCtx } from '../../kernel/ctx.ts';
import { HttpResponse } from '../../kernel/http-response.ts';
import { loadForm } from '../forms/load-form.ts';
import { requireSubmissionsReader } from '../permissions.ts';
import { hasStatus, isNotDeleted, isOfForm, submissionColumns } from '../records/filter-store.ts';
import { listPage } from '../records/page-store.ts';
import { type SubmissionRow, toWire } from '../records/wire.ts';
import { hiddenTextOf } from './format-value.ts';

type Endpoint = (typeof formsEndpoints)['exportSubmissions'];

const BATCH = 500;

/**
 * Exports the submissions of a form as CSV (RFC 4180), oldest first. Batches are read at the pace at which the client
 * receives them. Times are in the site's time zone, with its offset from UTC. Threat: visitors could write formulas that run in the owner's spreadsheet (CSV injection).
 */
export async function exportSubmissionsCsv(ctx: SiteCtx, { query }: Input<Endpoint>): Promise<HttpResponse> {
  requireSubmissionsReader(ctx.caller);
  const form = await loadForm(ctx, query.formId);
  const { formFields, deletedFormFields } = form.document;
  const { timeZone } = ctx.site.settings;
  const columns = [...formFields, ...deletedFormFields].flatMap((field) => {
    const target = targetOf(field);
    return target === undefined ? [] : [{ target, label: labelOfField(field) ?? target, hidden: hiddenTextOf(field) }];
  });
  const statusConditions = query.statuses?.length ? [hasStatus(query.statuses)] : [];
  const where = allOf([isOfForm(form.id), isNotDeleted, ...statusConditions]);
  async function* readRecords(): AsyncGenerator<string[]> {
    yield [...METADATA_COLUMNS.map(([name]) => name), ...columns.map(({ label }) => label)].map(withoutFormulas);
    for await (const row of readRows(ctx, where)) {
      const cells = [
        ...METADATA_COLUMNS.map(([, cell]) => cell(row, timeZone)),
        ...columns.map(({ target, hidden }) =>
          hidden && target in row.answers ? hidden : cellOf(row.answers[target]),
        ),
      ];
      yield cells.map(withoutFormulas);
    }
  }
  const text = Readable.from(readRecords()).pipe(stringify({ bom: true, record_delimiter: '\r\n' }));
  return new HttpResponse(
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

const METADATA_COLUMNS: readonly (readonly [string, (row: SubmissionRow, timeZone: string) => string])[] = [
  ['id', ({ id }) => id],
  ['createdDate', ({ created_at }, timeZone) => toOffsetTime(created_at, timeZone)],
  ['updatedDate', ({ updated_at }, timeZone) => toOffsetTime(updated_at, timeZone)],
  ['status', ({ status }) => status],
  ['seen', ({ seen }) => String(seen)],
  ['submitter', (row) => Object.values(toWire(row).submitter).join()],
  ['tags', ({ tags }) => (tags?.tags?.tagIds ?? []).join(', ')],
  ['orderNumber', ({ order_details }) => order_details?.number ?? ''],
  ['itemSubtotal', ({ order_details }) => order_details?.itemSubtotal ?? ''],
];

async function* readRows(ctx: SiteCtx, where: Condition): AsyncGenerator<SubmissionRow> {
  let state: PageState = { filter: {}, sort: [{ fieldName: 'createdDate', order: 'ASC' }], backwards: false };
  for (;;) {
    const page = buildPageSql(state, submissionColumns, idColumn);
    const read = await listPage(ctx.env.connectionPools.slow, ctx.site.id, where, page, BATCH);
    for (const row of read) yield { ...row, answers: JSON.parse(row.answers) };
    if (read.length < BATCH) return;
    state = { ...state, keys: read.at(-1)?.keys ?? [] };
  }
}

/**
 * Inserts an apostrophe before text that would begin a formula: at the beginning of the cell, and after characters that
 * some spreadsheets treat as separators despite the quotes (semicolons in much of Europe, tabs, line breaks).
 */
function withoutFormulas(cell: string): string {
  const escaped = cell.replace(/[\s;"]+/g, (gap: string, index: number) => {
    const beginsCell = index === 0 || /[;\t\r\n]/.test(gap);
    return beginsCell && FORMULA.test(cell.charAt(index + gap.length)) ? `${gap}'` : gap;
  });
  return FORMULA.test(escaped) ? `'${escaped}` : escaped;
}
const FORMULA = /^[=+\-@＝＋－＠]/;

/** Prints a value: lists with commas, files as name and URL, other objects as JSON. */
function cellOf(value: unknown): string {
  if (value === undefined || value === null) return '';
  if (typeof value === 'string') return value;
  if (Array.isArray(value)) return value.map(cellOf).join(', ');
  if (typeof value !== 'object') return String(value);
  const { displayName, url } = value as { displayName?: unknown; url?: unknown };
  return typeof displayName === 'string' && typeof url === 'string' ? `${displayName} (${url})` : JSON.stringify(value);
}
