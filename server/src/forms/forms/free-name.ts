import { formLimits } from '@portico/domain';
import type { SiteCtx } from '../../kernel/ctx.ts';
import { listNames } from './store.ts';

/** Returns the name, or the first free name with a number: `Contact`, `Contact 2`, `Contact 3`. */
export async function findFreeName(ctx: SiteCtx, namespace: string, name: string): Promise<string> {
  const start = name.slice(0, formLimits.nameLength - 6);
  const usedNames = new Set(await listNames(ctx.db, ctx.site.id, namespace, start));
  if (!usedNames.has(name)) return name;
  let number = 2;
  while (usedNames.has(`${start} ${number}`)) number += 1;
  return `${start} ${number}`;
}
