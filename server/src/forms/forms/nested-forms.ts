/** Nested forms: fields whose values are submissions of another form. */
import { applyOverrides, formLimits, type NestedForm, targetOf } from '@portico/domain';
import type { SiteCtx } from '../../kernel/ctx.ts';
import { isGuid } from '../../kernel/ids.ts';
import type { FormDocument } from './document.ts';
import { listFormsById } from './store.ts';
import type { FormRow } from './wire.ts';

export interface NestedFormRow {
  /** Targets of the fields whose values are submissions of the nested form. */
  readonly targets: string[];
  readonly form: FormRow;
}

/** Maximum number of nested forms per page of a list. */
const MAX_PER_PAGE = 1_000;
/** Maximum number of nested forms per form. Further ones are treated as deleted. */
const MAX_PER_FORM = 100;

/** Returns the nested forms of each of these forms, one level deep and without deleted ones. */
export async function nestedFormsOf(
  ctx: SiteCtx,
  rows: readonly FormRow[],
): Promise<ReadonlyMap<string /* form id */, NestedFormRow[]>> {
  const ids = new Set(rows.flatMap((row) => [...groupTargets(row).keys()]));
  const found = ids.size === 0 ? [] : await listFormsById(ctx.db, ctx.site.id, [...ids].slice(0, MAX_PER_PAGE));
  const byId = new Map(found.map((form) => [form.id, form]));
  return new Map(
    rows.map((row) => {
      const nested = [...groupTargets(row)].flatMap(([id, targets]) => {
        const form = byId.get(id);
        return form ? [{ targets, form }] : [];
      });
      return [row.id, nested];
    }),
  );
}

/**
 * Returns the document with its nested forms, which the checks of `domain` expect. Reads each level of nested
 * forms with one statement.
 */
export async function loadDocument(ctx: SiteCtx, row: FormRow): Promise<FormDocument> {
  let level = [row];
  const nestedForms = new Map<string, NestedFormRow[]>();
  for (let depth = 0; depth < formLimits.nesting && nestedForms.size < MAX_PER_FORM; depth += 1) {
    level = level.filter((form) => !nestedForms.has(form.id) && groupTargets(form).size > 0).slice(0, MAX_PER_FORM);
    if (level.length === 0) break;
    const found = await nestedFormsOf(ctx, level);
    for (const [id, forms] of found) nestedForms.set(id, forms);
    level = [...new Map([...found.values()].flat().map(({ form }) => [form.id, form])).values()];
  }
  return assemble(row, nestedForms, formLimits.nesting, new Map());
}

/**
 * @param assembled Documents that are assembled already. They are shared, because a form that nests itself a hundred
 *   times would otherwise grow a hundredfold with each level.
 */
function assemble(
  row: FormRow,
  nested: ReadonlyMap<string, NestedFormRow[]>,
  depth: number,
  assembled: Map<string, FormDocument>,
): FormDocument {
  const nestedRows = depth === 0 ? [] : (nested.get(row.id) ?? []);
  if (nestedRows.length === 0) return row.document;
  const key = `${row.id} ${depth}`;
  const known = assembled.get(key);
  if (known) return known;
  const fieldsByTarget = new Map(row.document.formFields.map((field) => [targetOf(field), field]));
  const forms = nestedRows.flatMap(({ targets, form }) => {
    const inner = assemble(form, nested, depth - 1, assembled);
    return targets.map((target) => ({ targets: [target], form: applyOverrides(inner, fieldsByTarget.get(target)) }));
  });
  // Retains nested forms that the stored document itself contains. They are not forms of the site, so `forms` does not
  // contain them.
  const embedded = (row.document.nestedForms ?? []) as readonly NestedForm[];
  const document = { ...row.document, nestedForms: [...embedded, ...forms] };
  assembled.set(key, document);
  return document;
}

function groupTargets({ document }: FormRow): Map<string, string[]> {
  const targets = new Map<string, string[]>();
  for (const { inputOptions } of document.formFields) {
    const id = inputOptions?.nestedFormId?.toLowerCase();
    if (!id || !isGuid(id) || !inputOptions?.target) continue;
    targets.set(id, [...(targets.get(id) ?? []), inputOptions.target]);
  }
  return targets;
}
