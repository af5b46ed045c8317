import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { runs, seed } from '../../testing/runs.ts';
import { collect, readTar, tarEnd, tarFile } from './tar.ts';

const name = fc
  .array(
    fc.string({ minLength: 1, maxLength: 60, unit: 'grapheme' }).map((s) => s.replace(/[/\0]/g, 'x')),
    { minLength: 1, maxLength: 5 },
  )
  .map((parts) => parts.join('/'));
const files = fc.array(fc.record({ name, content: fc.uint8Array({ maxLength: 2_000 }) }), { maxLength: 8 });

describe('tar', () => {
  it('reads what it wrote, however the bytes come', async () => {
    await fc.assert(
      fc.asyncProperty(files, fc.integer({ min: 1, max: 700 }), async (given, step) => {
        const bytes = await pack(given);
        const found = [];
        for await (const entry of readTar(inSteps(bytes, step))) {
          found.push({ name: entry.name, content: new Uint8Array(await collect(entry.body)) });
        }
        expect(found).toEqual(given.map((file) => ({ name: file.name, content: new Uint8Array(file.content) })));
      }),
      { numRuns: runs(500), seed },
    );
  });

  it('passes over bodies that nobody reads', async () => {
    const bytes = await pack([1, 2, 3].map((n) => ({ name: `file ${n}`, content: new Uint8Array(n * 700) })));
    const names = [];
    for await (const entry of readTar(inSteps(bytes, 100))) names.push(entry.name);
    expect(names).toEqual(['file 1', 'file 2', 'file 3']);
  });

  it('is what the system’s tar reads', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'portico-tar-'));
    const long = `${'folder/'.repeat(30)}größe.txt`;
    writeFileSync(
      join(folder, 'a.tar'),
      await pack([
        { name: 'short', content: Buffer.from('1') },
        { name: long, content: Buffer.from('two') },
      ]),
    );
    execFileSync('tar', ['xf', 'a.tar'], { cwd: folder });
    expect(readFileSync(join(folder, long), 'utf8')).toBe('two');
    rmSync(folder, { recursive: true });
  });

  it('refuses a file of another length than it announced', async () => {
    const writing = collect(tarFile('short', 5, [Buffer.from('1234')]));
    await expect(writing).rejects.toThrow('changed its length');
  });

  it('refuses archives that break off or were changed', async () => {
    const bytes = await pack([{ name: 'file', content: new Uint8Array(3_000) }]);
    const read = async (part: Buffer): Promise<void> => {
      for await (const entry of readTar(inSteps(part, 512))) await collect(entry.body);
    };
    await expect(read(bytes.subarray(0, 1_000))).rejects.toThrow('breaks off');
    const changed = Buffer.from(bytes);
    changed[0] = 'g'.charCodeAt(0);
    await expect(read(changed)).rejects.toThrow('damaged');
  });
});

async function pack(given: { name: string; content: Uint8Array }[]): Promise<Buffer> {
  const pieces = [];
  for (const file of given)
    pieces.push(await collect(tarFile(file.name, file.content.length, [Buffer.from(file.content)])));
  return Buffer.concat([...pieces, tarEnd()]);
}

async function* inSteps(bytes: Buffer, step: number): AsyncGenerator<Buffer> {
  for (let at = 0; at < bytes.length; at += step) yield bytes.subarray(at, at + step);
}
