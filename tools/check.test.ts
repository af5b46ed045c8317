import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';

const CHECK = fileURLToPath(new URL('./check.ts', import.meta.url));

const check = (...args: string[]) => spawnSync(process.execPath, [CHECK, ...args], { encoding: 'utf8' });

describe('npm run check', () => {
  it('runs only the parts that it names', () => {
    const { status, stdout } = check('unused');
    const lines = stdout
      .trimEnd()
      .split('\n')
      .map((line) => line.replace(/ \([\d.]+ s\)$/, ''));
    expect([status, lines]).toEqual([0, ['ok     route types of site', 'ok     unused files, exports and packages']]);
  });

  it('rejects an unknown part and lists the parts', () => {
    const { status, stdout, stderr } = check('types', 'typos');
    expect([status, stdout]).toEqual([2, '']);
    expect(stderr).toBe('Unknown part: typos. The parts are lint, types, generated, unused.\n');
  });

  it('prints help', () => {
    const { status, stdout } = check('--help');
    expect(status).toBe(0);
    for (const part of ['lint', 'types', 'generated', 'unused']) expect(stdout).toContain(`  ${part} `);
  });
});
