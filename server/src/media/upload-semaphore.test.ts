import { expect, it } from 'vitest';
import { withUploadPermit } from './upload-semaphore.ts';

it('limits one network to eight concurrent and sixty waiting uploads, and leaves capacity to others', async () => {
  const { promise: ended, resolve: end } = Promise.withResolvers<void>();
  let running = 0;
  const upload = (address: string) =>
    withUploadPermit(address, () => {
      running++;
      return ended;
    });
  const greedyUploads = Array.from({ length: 70 }, (_, n) => upload(`2001:db8:1:1::${n + 1}`));
  const outcomes = Promise.allSettled(greedyUploads);
  const other = upload('192.0.2.1');
  await new Promise(setImmediate);
  expect(running).toBe(9);
  end();
  await other;
  const rejected = (await outcomes).filter((outcome) => outcome.status === 'rejected');
  expect(rejected.map((outcome) => outcome.reason.code)).toEqual(['SERVER_BUSY', 'SERVER_BUSY']);
  await upload('2001:db8:1:1::1');
});
