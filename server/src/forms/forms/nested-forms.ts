/** Forms that fields of other forms are filled in by. */
import { type FormSchema, type NestedForm, overriddenForm, targetOf } from '@portico/domain';
import type { SiteCtx } from '../../kernel/ctx.ts';
import { isGuid } from '../../kernel/ids.ts';
import { listFormsById } from './store.ts';
import type { FormRow } from './wire.ts';

export interface NestedRow {
  /** targets of the fields that the form fills in */
  readonly targets: string[];
  readonly form: FormRow;
}

/** forms that are read for one page */
const MOST = 1_000;
/** as deep as the engine looks */
const DEEPEST = 5;

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
 * The form with all that its values are checked against. Reads nothing where no field is filled in by another form; one
 * statement a level else.
 */
export async function wholeSchema(ctx: SiteCtx, row: FormRow): Promise<FormSchema> {
  let level = [row];
  const nested = new Map<string, NestedRow[]>();
  for (let depth = 0; depth < DEEPEST && level.some((form) => targetsByForm(form).size > 0); depth += 1) {
    const found = await nestedFormsOf(
      ctx,
      level.filter((form) => !nested.has(form.id)),
    );
    for (const [id, forms] of found) nested.set(id, forms);
    level = [...found.values()].flatMap((forms) => forms.map(({ form }) => form));
  }
  return { ...assembled(row, nested, DEEPEST), enabled: row.enabled };
}

function assembled(row: FormRow, nested: ReadonlyMap<string, NestedRow[]>, depth: number): FormSchema {
  const own = depth === 0 ? [] : (nested.get(row.id) ?? []);
  const places = new Map(row.document.formFields.map((field) => [targetOf(field), field]));
  const forms = own.flatMap(({ targets, form }) => {
    const inner = assembled(form, nested, depth - 1);
    return targets.map((target) => ({ targets: [target], form: overriddenForm(inner, places.get(target)) }));
  });
  if (forms.length === 0) return row.document;
  // what the owner wrote down beside stands where no form of the site is named
  const written = (row.document.nestedForms ?? []) as readonly NestedForm[];
  return { ...row.document, nestedForms: [...written, ...forms] };
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
