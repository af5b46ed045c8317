import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { collect } from '../db/backup/tar.ts';
import { openDestination } from './destination.ts';
import { recoveryNames } from './recovery-files.ts';
import { sealDestination } from './sealed.ts';
import { createWalShipper } from './wal-shipping.ts';

const KEY = 'a backup key of more than thirty-two characters';
const SYSTEM_ID = '7412345678901234567';
const SEGMENTS = ['000000010000000000000001', '000000010000000000000002', '00000002.history'];

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'portico-wal-'));
  mkdirSync(join(folder, 'wal'));
  for (const name of SEGMENTS) writeFileSync(join(folder, 'wal', name), name.repeat(1_000));
  // PostgreSQL is still writing this one.
  writeFileSync(join(folder, 'wal', 'archtemp.000000010000000000000003'), 'part');
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const open = () => {
  const sealed = sealDestination(openDestination({ folder: join(folder, 'to') }), KEY);
  return { sealed, shipper: createWalShipper(join(folder, 'wal'), sealed, SYSTEM_ID) };
};

it('moves finished segments to the destination, encrypted', async () => {
  const { sealed, shipper } = open();
  await Promise.all([shipper.ship(), shipper.ship()]);
  expect(readdirSync(join(folder, 'wal'))).toEqual(['archtemp.000000010000000000000003']);
  for (const name of SEGMENTS)
    expect(String(await collect(sealed.read(recoveryNames.wal(SYSTEM_ID, name))))).toBe(name.repeat(1_000));
  expect(await shipper.backlog()).toEqual({ count: 0, since: null });
});

it('keeps the segments while the destination fails, reports the backlog, and continues later', async () => {
  const { shipper } = open();
  writeFileSync(join(folder, 'to'), 'a file instead of the folder');
  await expect(shipper.ship()).rejects.toThrow();
  expect(await shipper.backlog()).toMatchObject({ count: 3, since: expect.any(Date) });
  rmSync(join(folder, 'to'));
  await shipper.ship();
  expect((await shipper.backlog()).count).toBe(0);
});
