import { describe, expect, it } from 'vitest';
import { createTraffic } from './traffic.ts';

describe('the room of a webhook', () => {
  it('shrinks with what is on its way and comes back', () => {
    const traffic = createTraffic();
    const leave = [1, 2, 3, 4].map(() => traffic.enter('a'));
    expect([traffic.left('a'), traffic.left('b')]).toEqual([0, 4]);
    for (const one of leave) one(true);
    expect([traffic.left('a'), traffic.free()]).toEqual([4, createTraffic().free()]);
  });

  it('is for one at a time where the last was not taken, until one is', () => {
    const traffic = createTraffic();
    traffic.enter('a')(false);
    expect(traffic.left('a')).toBe(1);
    const leave = traffic.enter('a');
    expect(traffic.left('a')).toBe(0);
    leave(true);
    expect(traffic.left('a')).toBe(4);
  });
});

it('receivers that take nothing, however many, leave room for the others', () => {
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
