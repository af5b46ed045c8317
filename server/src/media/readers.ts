import type { SiteCtx } from '../kernel/ctx.ts';

/** Returns whether the caller may read the owner of a file: the row that contains the file, such as a submission. */
export type ReadCheck = (ctx: SiteCtx, ownerId: string) => Promise<boolean>;

const checks = new Map<string, ReadCheck>();

/** Registers the check for files whose owner is `<kind>:<id>`. app.ts calls this once per kind, at start. */
export function registerReadCheck(kind: string, check: ReadCheck): void {
  checks.set(kind, check);
}

/** Returns whether the caller may read files of the owner. Files of an unregistered kind cannot be read. */
export async function mayRead(ctx: SiteCtx, owner: string): Promise<boolean> {
  const [, kind = '', id = ''] = /^([a-z-]+):(.*)$/s.exec(owner) ?? [];
  return (await checks.get(kind)?.(ctx, id)) ?? false;
}
