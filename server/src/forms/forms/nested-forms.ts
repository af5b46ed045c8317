/** Forms that fields of other forms are filled in by. */
import { formLimits, type NestedForm, overriddenForm, targetOf } from '@portico/domain';
import type { SiteCtx } from '../../kernel/ctx.ts';
import { isGuid } from '../../kernel/ids.ts';
import type { FormDocument } from './document.ts';
import { listFormsById } from './store.ts';
import type { FormRow } from './wire.ts';

export interface NestedRow {
  /** targets of the fields that the form fills in */
  readonly targets: string[];
  readonly form: FormRow;
}

/** forms that are read for one page */
const MOST = 1_000;
/** forms within one form; those beyond are taken for forms that are gone */
const MOST_WITHIN = 100;

/** Those of these forms, one level deep; forms that are gone are left out. */
export async function nestedFormsOf(
  ctx: SiteCtx,
  rows: readonly FormRow[],
): Promise<ReadonlyMap<string /* form */, NestedRow[]>> {
  const wanted = new Set(rows.flatMap((row) => [...targetsByForm(row).keys()]));
  const found = wanted.size === 0 ? [] : await listFormsById(ctx.db, ctx.site.id, [...wanted].slice(0, MOST));
  const byId = new Map(found.map((form) => [form.id, form]));
  return new Map(
    rows.map((row) => {
      const nested = [...targetsByForm(row)].flatMap(([id, targets]) => {
        const form = byId.get(id);
        return form ? [{ targets, form }] : [];
      });
      return [row.id, nested];
    }),
  );
}

/**
 * The document with the forms that fill in its fields, as the engine looks at it. Reads nothing where there are none; one
 * statement a level else.
 */
export async function wholeDocument(ctx: SiteCtx, row: FormRow): Promise<FormDocument> {
  let level = [row];
  const nested = new Map<string, NestedRow[]>();
  for (let depth = 0; depth < formLimits.nesting && nested.size < MOST_WITHIN; depth += 1) {
    level = level.filter((form) => !nested.has(form.id) && targetsByForm(form).size > 0).slice(0, MOST_WITHIN);
    if (level.length === 0) break;
    const found = await nestedFormsOf(ctx, level);
    for (const [id, forms] of found) nested.set(id, forms);
    level = [...new Map([...found.values()].flat().map(({ form }) => [form.id, form])).values()];
  }
  return assembled(row, nested, formLimits.nesting, new Map());
}

/** @param made what was put together before: a form that names itself a hundred times would else grow a hundredfold a level */
function assembled(
  row: FormRow,
  nested: ReadonlyMap<string, NestedRow[]>,
  depth: number,
  made: Map<string, FormDocument>,
): FormDocument {
  const own = depth === 0 ? [] : (nested.get(row.id) ?? []);
  if (own.length === 0) return row.document;
  const key = `${row.id} ${depth}`;
  const known = made.get(key);
  if (known) return known;
  const places = new Map(row.document.formFields.map((field) => [targetOf(field), field]));
  const forms = own.flatMap(({ targets, form }) => {
    const inner = assembled(form, nested, depth - 1, made);
    return targets.map((target) => ({ targets: [target], form: overriddenForm(inner, places.get(target)) }));
  });
  // what the owner wrote down beside stands where no form of the site is named
  const written = (row.document.nestedForms ?? []) as readonly NestedForm[];
  const whole = { ...row.document, nestedForms: [...written, ...forms] };
  made.set(key, whole);
  return whole;
}

function targetsByForm({ document }: FormRow): Map<string, string[]> {
  const targets = new Map<string, string[]>();
  for (const { inputOptions } of document.formFields) {
    const id = inputOptions?.nestedFormId?.toLowerCase();
    if (!id || !isGuid(id) || !inputOptions?.target) continue;
    targets.set(id, [...(targets.get(id) ?? []), inputOptions.target]);
  }
  return targets;
}
