import type { SiteCtx } from '../kernel/ctx.ts';

/** Returns whether the caller may read the owner of a file. */
export type FileReader = (ctx: SiteCtx, ownerId: string) => Promise<boolean>;

const readers = new Map<string, FileReader>();

/** Registers who may read files whose owner is `<kind>:<id>`; app.ts does this once, at start. */
export function registerFileReader(kind: string, reader: FileReader): void {
  readers.set(kind, reader);
}

/** Returns whether the caller may read files of the owner. Files of an unregistered kind cannot be read. */
export async function mayRead(ctx: SiteCtx, owner: string): Promise<boolean> {
  const [, kind = '', id = ''] = /^([a-z-]+):(.*)$/s.exec(owner) ?? [];
  return (await readers.get(kind)?.(ctx, id)) ?? false;
}
