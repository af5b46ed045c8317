import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { run } from './processes.ts';

const folder = mkdtempSync(join(tmpdir(), 'portico-run-'));
afterAll(() => rmSync(folder, { recursive: true }));

const countTimers = (): number => process.getActiveResourcesInfo().filter((name) => name === 'Timeout').length;
const options = { env: process.env, user: undefined, timeoutMs: 20_000 };

it('rejects a program that must not be run, and leaves no timer that keeps the process alive', async () => {
  const file = join(folder, 'program');
  writeFileSync(file, '');
  chmodSync(file, 0o644);
  const before = countTimers();
  await expect(run(file, [], options)).rejects.toMatchObject({ code: 'EACCES' });
  expect(countTimers()).toBe(before);
});

it('ends a program that hangs', async () => {
  await expect(
    run(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], { ...options, timeoutMs: 50 }),
  ).rejects.toThrow();
});

it('returns the exit code and the output', async () => {
  const ended = await run(
    process.execPath,
    ['-e', 'console.log("out"); console.error("err"); process.exit(3)'],
    options,
  );
  expect(ended.code).toBe(3);
  expect(ended.output).toContain('out');
  expect(ended.output).toContain('err');
});
