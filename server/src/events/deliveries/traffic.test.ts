import { describe, expect, it } from 'vitest';
import { createTraffic } from './traffic.ts';

describe('the capacity of a webhook', () => {
  it('shrinks with the deliveries in progress and recovers', () => {
    const traffic = createTraffic();
    const leave = [1, 2, 3, 4].map(() => traffic.enter('a'));
    expect([traffic.left('a'), traffic.left('b')]).toEqual([0, 4]);
    for (const one of leave) one(true);
    expect([traffic.left('a'), traffic.free()]).toEqual([4, createTraffic().free()]);
  });

  it('is one after a failure, until a delivery succeeds', () => {
    const traffic = createTraffic();
    traffic.enter('a')(false);
    expect(traffic.left('a')).toBe(1);
    const leave = traffic.enter('a');
    expect(traffic.left('a')).toBe(0);
    leave(true);
    expect(traffic.left('a')).toBe(4);
  });
});

it('leaves capacity to others, however many receivers fail', () => {
  const traffic = createTraffic();
  const ids = Array.from({ length: 100 }, (_, index) => `bad ${index}`);
  for (const id of ids) traffic.enter(id)(false);
  let entered = 0;
  for (const id of ids) {
    if (traffic.left(id) <= 0) continue;
    traffic.enter(id);
    entered += 1;
  }
  expect(entered).toBeGreaterThan(0);
  expect(traffic.full()).toHaveLength(100);
  expect(traffic.free()).toBeGreaterThanOrEqual(32);
  expect(traffic.left('good')).toBe(4);
});
