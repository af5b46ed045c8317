import type { SiteCtx } from '../../kernel/ctx.ts';
import { isGuid } from '../../kernel/ids.ts';
import { listFormsById } from './store.ts';
import type { FormRow } from './wire.ts';

export interface NestedRow {
  /** targets of the fields that the form fills in */
  readonly targets: string[];
  readonly form: FormRow;
}

/** The forms that fields of these forms are filled in by, one level deep; those that are gone are left out. */
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

/** forms that are read for one page */
const MOST = 1_000;

function targetsByForm({ document }: FormRow): Map<string, string[]> {
  const targets = new Map<string, string[]>();
  for (const { inputOptions } of document.formFields) {
    const id = inputOptions?.nestedFormId?.toLowerCase();
    if (!id || !isGuid(id) || !inputOptions?.target) continue;
    targets.set(id, [...(targets.get(id) ?? []), inputOptions.target]);
  }
  return targets;
}
