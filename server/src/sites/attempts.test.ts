import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, inject, it, vi } from 'vitest';
import { type OpenDatabase, openDatabase } from '../db/index.ts';
import { type DatabaseClock, stopDatabaseClock } from '../testing/database-clock.ts';
import { type TestServer, testServer } from '../testing/index.ts';
import { runs, seed } from '../testing/runs.ts';
import {
  type Attempt,
  type Counter,
  failuresOf,
  findExhaustedWindows,
  INSTALLATION,
  type Limit,
  type RateWindow,
  refundAttempt,
  takeAttempt,
  takeFromWindow,
  takeFromWindows,
} from './attempts.ts';
import { sweepAttempts } from './attempts-store.ts';

const START = Date.parse('2026-03-01T12:00:00Z');
const DAY = 86_400;

let t: TestServer;
let other: OpenDatabase;
let clock: DatabaseClock;
beforeAll(async () => {
  t = await testServer();
  clock = await stopDatabaseClock(t.db);
  other = openDatabase(t.settings, t.ctx.log, 5);
});
afterAll(async () => {
  await other.close();
  await t.stop();
});

const counterOf = (counter: Partial<Counter> = {}): Counter => ({ db: t.db, site: t.site, ...counter });

/** Returns a counter, with the database's clock set to this many seconds after the start. */
async function at(seconds: number): Promise<Counter> {
  await clock.set(new Date(START + seconds * 1_000));
  return counterOf();
}

const limit = (free: number, maxWaitSeconds = 900): Limit => ({ subject: randomUUID(), free, maxWaitSeconds });

/** Makes an attempt this many seconds after the start; returns 0 if it was allowed, else the seconds to wait. */
async function attempt(seconds: number, limits: readonly Limit[]): Promise<number> {
  await at(seconds);
  return attemptNow(limits);
}

const attemptNow = (limits: readonly Limit[], counter: Partial<Counter> = {}): Promise<number> =>
  waitOf(() => takeAttempt(counterOf(counter), limits));

async function waitOf(act: () => Promise<unknown>): Promise<number> {
  try {
    await act();
    return 0;
  } catch (error) {
    const { code, data } = error as { code?: string; data?: { retryAfterSeconds: number } };
    if (code !== 'TOO_MANY_REQUESTS') throw error;
    return data?.retryAfterSeconds ?? Number.NaN;
  }
}

describe('consecutive attempts', () => {
  it('wait 1, 2, 4 … seconds after the free ones, up to the longest wait', async () => {
    const account = limit(3, 10);
    for (let n = 0; n < 3; n += 1) expect(await attempt(0, [account])).toBe(0);
    let seconds = 0;
    for (const wait of [1, 2, 4, 8, 10, 10]) {
      expect(await attempt(seconds, [account])).toBe(wait);
      seconds += wait;
      expect(await attempt(seconds - 0.001, [account])).toBe(1);
      expect(await attempt(seconds, [account])).toBe(0);
    }
  });

  it('count nothing and prolong nothing when they are rejected', async () => {
    const account = limit(2, 900);
    const fresh = limit(2, 900);
    await attempt(0, [account]);
    await attempt(0, [account]);
    for (let n = 0; n < 50; n += 1) expect(await attempt(0.5, [account, fresh])).toBe(1);
    expect(await failuresOf(await at(0.5), [account.subject])).toBe(2);
    expect(await failuresOf(await at(0.5), [fresh.subject])).toBe(0);
    expect(await attempt(1, [account])).toBe(0);
  });

  it('expire a day after the last failure, or sooner if the limit says so', async () => {
    const account = limit(1, 900);
    const address = { ...limit(1, 30), withinSeconds: 60 };
    await attempt(0, [account, address]);
    expect(await failuresOf(await at(59), [account.subject])).toBe(1);
    expect(await failuresOf(await at(59), [address.subject])).toBe(1);
    expect(await failuresOf(await at(60), [address.subject])).toBe(0);
    expect(await failuresOf(await at(DAY), [account.subject])).toBe(0);
  });

  it('wait for the longest wait of several subjects', async () => {
    const [narrow, wide] = [limit(1), limit(3)];
    await attempt(0, [narrow, wide]);
    await attempt(1, [narrow, wide]);
    expect(await attempt(1, [narrow, wide])).toBe(2);
    expect(await attempt(1, [wide])).toBe(0);
    expect(await attempt(1, [wide])).toBe(1);
  });

  it('are counted separately per site and for the dashboard', async () => {
    const account = limit(1);
    await attempt(0, [account]);
    expect(await attempt(0, [account])).toBe(1);
    expect(await attemptNow([account], { site: { id: randomUUID() } })).toBe(0);
    expect(await attemptNow([account], { site: INSTALLATION })).toBe(0);
  });

  it('are counted for a subject as long as a request', async () => {
    const long = { ...limit(1), subject: 'x'.repeat(100_000) };
    expect(await attempt(0, [long])).toBe(0);
    expect(await attempt(0, [long])).toBe(1);
    expect(await failuresOf(await at(0), [long.subject])).toBe(1);
  });
});

describe('after a success', () => {
  it('the count of the account is cleared, the address loses one', async () => {
    const [account, address] = [limit(5), limit(5)];
    await attempt(0, [account, address]);
    await attempt(1, [account, address]);
    const third = await takeAttempt(await at(2), [account, address]);
    await refundAttempt(counterOf(), third, { clear: [account.subject], refund: [address.subject] });
    expect(await failuresOf(await at(3), [account.subject])).toBe(0);
    expect(await failuresOf(await at(3), [address.subject])).toBe(2);
  });

  it('others at the address no longer wait for it', async () => {
    const address = limit(2, 100);
    await attempt(0, [address]);
    await attempt(0, [address]);
    const third = await takeAttempt(await at(1), [address]);
    await refundAttempt(counterOf(), third, { refund: [address.subject] });
    expect(await attempt(1, [address])).toBe(0);
    expect(await attempt(1, [address])).toBe(2);
  });

  it('refunding a missing count does nothing', async () => {
    await refundAttempt(counterOf(), { at: new Date() }, { clear: [randomUUID()], refund: [randomUUID()] });
    await refundAttempt(counterOf(), null, {});
  });
});

describe('concurrently', () => {
  it('1,000 attempts at one subject allow exactly the free ones', async () => {
    const account = limit(5);
    const waits = await Promise.all(Array.from({ length: 1_000 }, () => attemptNow([account])));
    expect(waits.filter((wait) => wait === 0)).toHaveLength(5);
    expect(await failuresOf(await at(0), [account.subject])).toBe(5);
  });

  it('two processes share the count', async () => {
    const account = limit(5);
    const dbs = [t.db, other.db];
    const waits = await Promise.all(Array.from({ length: 200 }, (_, n) => attemptNow([account], { db: dbs[n % 2] })));
    expect(waits.filter((wait) => wait === 0)).toHaveLength(5);
  });

  it('subjects in any order, taken and refunded, cause no deadlock', async () => {
    const limits = Array.from({ length: 4 }, () => limit(1_000_000));
    const rotateLimits = (n: number) => [...limits.slice(n % 4), ...limits.slice(0, n % 4)];
    const names = (n: number) => rotateLimits(n).map(({ subject }) => subject);
    await Promise.all(
      Array.from({ length: 300 }, (_, n) => {
        const counter = counterOf({ db: n % 2 ? t.db : other.db });
        const subjects = { clear: names(n).slice(0, 2), refund: names(n).slice(2) };
        return n % 3 === 0 ? refundAttempt(counter, null, subjects) : takeAttempt(counter, rotateLimits(n));
      }),
    );
  });
});

describe('a clock that jumps', () => {
  it('has no effect on a server: the database’s clock counts', async () => {
    const account = limit(2, 60);
    await at(0);
    vi.useFakeTimers({ toFake: ['Date'], now: START + 40 * DAY * 1_000 });
    try {
      for (let n = 0; n < 8; n += 1) await attemptNow([account]);
    } finally {
      vi.useRealTimers();
    }
    expect(await attempt(1, [account])).toBe(0);
  });

  it.each([
    ['an hour', 3_600],
    ['a year', 365 * DAY],
  ])('by %s ahead and back lets the right password in after the longest wait, at most', async (_, aheadSeconds) => {
    const account = limit(2, 60);
    let failedAt = aheadSeconds;
    for (let n = 0; n < 12; n += 1) failedAt += await attempt(failedAt, [account]);
    const wait = await attempt(0, [account]);
    expect([wait > 0, wait <= 60]).toEqual([true, true]);
    expect(await attempt(wait - 0.5, [account])).toBe(1);
    expect(await attempt(wait, [account])).toBe(0);
    const used = { subject: randomUUID(), max: 1, seconds: 60 };
    expect(await takeFromWindow(await at(aheadSeconds), used)).toBe(true);
    expect(await findExhaustedWindows(await at(0), [used])).toEqual([]);
    expect(await takeFromWindow(await at(0), used)).toBe(true);
    expect(await takeFromWindow(await at(0), used)).toBe(false);
    expect(await findExhaustedWindows(await at(0), [used])).toEqual([used.subject]);
  });
});

it('the count survives a restart', async () => {
  const account = limit(1);
  await attempt(0, [account]);
  const restartedDatabase = openDatabase(t.settings, t.ctx.log, 1);
  expect(await attemptNow([account], { db: restartedDatabase.db })).toBe(1);
  await restartedDatabase.close();
});

describe('a window', () => {
  it('allows its number, then none until it ends, and starts again', async () => {
    const window = { subject: randomUUID(), max: 3, seconds: 60 };
    const take = async (seconds: number) => takeFromWindow(await at(seconds), window);
    expect([await take(0), await take(10), await take(59), await take(59.9), await take(59.99)]).toEqual([
      true,
      true,
      true,
      false,
      false,
    ]);
    expect([await take(60), await take(61), await take(62), await take(63)]).toEqual([true, true, true, false]);
  });

  it('allows no more to concurrent attempts in two processes', async () => {
    const window = { subject: randomUUID(), max: 20, seconds: 60 };
    const dbs = [t.db, other.db];
    const results = await Promise.all(
      Array.from({ length: 500 }, (_, n) => takeFromWindow(counterOf({ db: dbs[n % 2] }), window)),
    );
    expect(results.filter(Boolean)).toHaveLength(20);
  });
});

describe('several windows', () => {
  it('are taken all or none, also concurrently; a rejection may name a window that another attempt is just refunding', async () => {
    const [few, many] = [5, 400].map((max) => ({ subject: randomUUID(), max, seconds: 60 })) as [
      RateWindow,
      RateWindow,
    ];
    const results = await Promise.all(
      Array.from({ length: 100 }, (_, n) => takeFromWindows(counterOf({ db: n % 2 ? t.db : other.db }), [many, few])),
    );
    expect(results.filter(({ length }) => length === 0)).toHaveLength(5);
    expect(results.filter(({ length }) => length > 0)).toEqual(Array.from({ length: 95 }, () => [few.subject]));
    const left = await Promise.all(Array.from({ length: 400 }, () => takeFromWindow(counterOf(), many)));
    expect(left.filter(Boolean)).toHaveLength(395);
  });

  it('refund an ended window that starts again if another window is exhausted', async () => {
    const [used, ended] = [100, 50].map((seconds) => ({ subject: randomUUID(), max: 1, seconds })) as [
      RateWindow,
      RateWindow,
    ];
    expect(await takeFromWindows(await at(0), [used, ended])).toEqual([]);
    expect(await takeFromWindows(await at(60), [used, ended])).toEqual([used.subject]);
    expect(await takeFromWindow(await at(60), ended)).toBe(true);
    expect(await takeFromWindow(await at(61), ended)).toBe(false);
  });
});

it.skipIf(inject('cluster').nodes.length > 0)(
  'windows are committed asynchronously, but do not change the setting of a surrounding transaction',
  async () => {
    // Reads the setting that applies at the end of a transaction.
    await sql
      .raw(`
    create table ended (subject text, waits text);
    create function note_end() returns trigger language plpgsql as $$
      begin insert into ended values (new.subject, current_setting('synchronous_commit')); return null; end $$;
    create constraint trigger note_end after insert or update on portico.attempt_windows
      deferrable initially deferred for each row execute function note_end();`)
      .execute(t.db);
    const take = (subject: string, counter = {}) =>
      takeFromWindow(counterOf(counter), { subject, max: 9, seconds: 60 });
    await take('alone');
    await take('alone');
    await t.db.transaction().execute(async (db) => void (await take('within', { db })));
    await sql`drop trigger note_end on portico.attempt_windows`.execute(t.db);
    const { rows } = await sql<{ subject: string; waits: string }>`select * from ended`.execute(t.db);
    expect(rows.map(({ subject, waits }) => `${subject} ${waits}`)).toEqual(['alone off', 'alone off', 'within on']);
    const { rows: after } = await sql<{ synchronous_commit: string }>`show synchronous_commit`.execute(t.db);
    expect(after).toEqual([{ synchronous_commit: 'on' }]);
  },
);

it('the sweep deletes expired counts, and nothing else', async () => {
  await sql`truncate attempts, attempt_windows`.execute(t.db);
  await attempt(0, [limit(1)]);
  await attempt(100, [limit(1)]);
  await takeFromWindow(await at(DAY), { subject: 'ended', max: 1, seconds: 50 });
  await takeFromWindow(await at(DAY), { subject: 'open', max: 1, seconds: 500 });
  await at(DAY + 50);
  await sweepAttempts(t.db);
  const left = await t.db.selectFrom('attempts').select('last_failed_at').execute();
  expect(left.map((row) => row.last_failed_at.getTime())).toEqual([START + 100_000]);
  const windows = await t.db.selectFrom('attempt_windows').select('subject').execute();
  expect(windows.map((row) => row.subject)).toEqual(['open']);
});

/** A simple reference model: for each subject, a list of the failures that still count. */
function createModel(limits: readonly Limit[]) {
  const failures = new Map<string, number[]>(limits.map(({ subject }) => [subject, []]));
  const countAllowed = (limit: Limit, now: number): number[] => {
    const list = failures.get(limit.subject) as number[];
    const last = list.at(-1);
    if (last !== undefined && now - last >= (limit.withinSeconds ?? DAY)) list.length = 0;
    return list;
  };
  return {
    attempt(now: number, used: readonly Limit[]): number {
      const waits = used.map((limit) => {
        const list = countAllowed(limit, now);
        if (list.length < limit.free) return 0;
        const wait = Math.min(2 ** (list.length - limit.free), limit.maxWaitSeconds);
        return Math.ceil(Math.max(0, (list.at(-1) as number) + wait - now));
      });
      const longest = Math.max(...waits);
      if (longest === 0) for (const limit of used) countAllowed(limit, now).push(now);
      return longest;
    },
    succeed(clear: readonly Limit[], refund: readonly Limit[]): void {
      for (const { subject } of clear) failures.set(subject, []);
      for (const { subject } of refund) (failures.get(subject) as number[]).pop();
    },
    count: (now: number) => Math.max(...limits.map((limit) => countAllowed(limit, now).length)),
  };
}

it('agrees with a simple model over random sequences', async () => {
  const step = fc.record({
    // Most pauses take seconds; some are long enough for a count to expire.
    pause: fc.oneof({ weight: 8, arbitrary: fc.integer({ min: 0, max: 9 }) }, fc.integer({ min: 50, max: 100_000 })),
    account: fc.nat(1),
    address: fc.nat(1),
    right: fc.boolean(),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 40 }), async (steps) => {
      const accounts = [limit(2, 8), limit(3, 900)] as const;
      const addresses = [{ ...limit(4, 20), withinSeconds: 60 }, limit(5, 3)] as const;
      const model = createModel([...accounts, ...addresses]);
      let seconds = 0;
      for (const { pause, account, address, right } of steps) {
        seconds += pause;
        const used = [accounts[account], addresses[address]] as Limit[];
        await at(seconds);
        let takenAttempt: Attempt = null;
        const wait = await waitOf(async () => {
          takenAttempt = await takeAttempt(counterOf(), used);
        });
        expect(wait).toBe(model.attempt(seconds, used));
        if (wait === 0 && right) {
          await refundAttempt(counterOf(), takenAttempt, {
            clear: [used[0]?.subject as string],
            refund: [used[1]?.subject as string],
          });
          model.succeed(used.slice(0, 1), used.slice(1));
        }
        const subjects = [...accounts, ...addresses].map(({ subject }) => subject);
        expect(await failuresOf(await at(seconds), subjects)).toBe(model.count(seconds));
      }
    }),
    { numRuns: runs(300), seed },
  );
});
