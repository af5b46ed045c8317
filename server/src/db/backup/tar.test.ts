import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { runs, seed } from '../../testing/runs.ts';
import { collect, readTar, writeTar } from './tar.ts';

const name = fc
  .array(
    fc.string({ minLength: 1, maxLength: 60, unit: 'grapheme' }).map((s) => s.replace(/[/\0]/g, 'x')),
    { minLength: 1, maxLength: 5 },
  )
  .map((parts) => parts.join('/'));
const files = fc.array(fc.record({ name, content: fc.uint8Array({ maxLength: 2_000 }) }), { maxLength: 8 });

describe('tar', () => {
  it('reads what it wrote, whatever the sizes of the chunks', async () => {
    await fc.assert(
      fc.asyncProperty(files, fc.integer({ min: 1, max: 700 }), async (written, step) => {
        const bytes = await pack(written);
        const found = [];
        for await (const entry of readTar(readInSteps(bytes, step))) {
          found.push({ name: entry.name, content: new Uint8Array(await collect(entry.body)) });
        }
        expect(found).toEqual(written.map((file) => ({ name: file.name, content: new Uint8Array(file.content) })));
      }),
      { numRuns: runs(500), seed },
    );
  });

  it('skips bodies that are not read', async () => {
    const bytes = await pack([1, 2, 3].map((n) => ({ name: `file ${n}`, content: new Uint8Array(n * 700) })));
    const names = [];
    for await (const entry of readTar(readInSteps(bytes, 100))) names.push(entry.name);
    expect(names).toEqual(['file 1', 'file 2', 'file 3']);
  });

  it('can be read by the tar command', async () => {
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

  it.each(['1234', '123456'])('fails if a body of 5 bytes turns out to be %j', async (text) => {
    const files = Readable.from([{ name: 'short', size: 5, body: [Buffer.from(text)] }]);
    await expect(collect(writeTar(files))).rejects.toThrow(
      /short changed its length while it was read \(\d of 5 bytes\)/,
    );
  });

  it('rejects archives that are incomplete or were changed', async () => {
    const bytes = await pack([{ name: 'file', content: new Uint8Array(3_000) }]);
    const read = async (part: Buffer): Promise<void> => {
      for await (const entry of readTar(readInSteps(part, 512))) await collect(entry.body);
    };
    await expect(read(bytes.subarray(0, 1_000))).rejects.toThrow('incomplete');
    const changed = Buffer.from(bytes);
    changed[0] = 'g'.charCodeAt(0);
    await expect(read(changed)).rejects.toThrow('damaged');
  });
});

function pack(files: { name: string; content: Uint8Array }[]): Promise<Buffer> {
  const entries = files.map(({ name, content }) => ({ name, size: content.length, body: [Buffer.from(content)] }));
  return collect(writeTar(Readable.from(entries)));
}

function readInSteps(bytes: Buffer, step: number): Readable {
  const count = Math.ceil(bytes.length / step);
  return Readable.from(Array.from({ length: count }, (_, index) => bytes.subarray(index * step, (index + 1) * step)));
}
