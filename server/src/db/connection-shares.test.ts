import { expect, it } from 'vitest';
import { createConnectionShares } from './connection-shares.ts';

it('rejects further calls of a site with many waiting ones, while calls of other sites still wait and run', async () => {
  const shares = createConnectionShares({ perTable: 1, perSite: 1 });
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  const outcomes = { busy: { ran: 0, rejected: 0 }, quiet: { ran: 0, rejected: 0 } };
  const call = async (site: 'busy' | 'quiet'): Promise<void> => {
    await shares(site, 'items', () => released).then(
      () => {
        outcomes[site].ran += 1;
      },
      (error: { code?: string }) => {
        expect(error.code).toBe('SERVER_BUSY');
        outcomes[site].rejected += 1;
      },
    );
  };
  // One call runs, 500 wait, and the others are rejected.
  const calls = Array.from({ length: 700 }, () => call('busy'));
  calls.push(...Array.from({ length: 10 }, () => call('quiet')));
  release();
  await Promise.all(calls);
  expect(outcomes).toEqual({ busy: { ran: 501, rejected: 199 }, quiet: { ran: 10, rejected: 0 } });
});
