import type { SiteCtx } from '../kernel/ctx.ts';

/** Whether the caller may read what a file belongs to. */
export type FileReader = (ctx: SiteCtx, ownerId: string) => Promise<boolean>;

const readers = new Map<string, FileReader>();

/** Says who may read files whose owner is `<kind>:<id>`; app.ts does this once, at start. */
export function registerFileReader(kind: string, reader: FileReader): void {
  readers.set(kind, reader);
}

/** Nobody reads what nobody speaks for. */
export async function mayRead(ctx: SiteCtx, owner: string): Promise<boolean> {
  const [, kind = '', id = ''] = /^([a-z-]+):(.*)$/s.exec(owner) ?? [];
  return (await readers.get(kind)?.(ctx, id)) ?? false;
}
