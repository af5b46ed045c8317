import { describe, expect, it } from 'vitest';
import { createDeliverySlots } from './delivery-slots.ts';

describe('the capacity of a webhook', () => {
  it('shrinks with the deliveries in progress and recovers', () => {
    const slots = createDeliverySlots();
    const leave = [1, 2, 3, 4].map(() => slots.acquire('a'));
    expect([slots.freeFor('a'), slots.freeFor('b')]).toEqual([0, 4]);
    for (const one of leave) one(true);
    expect([slots.freeFor('a'), slots.free()]).toEqual([4, createDeliverySlots().free()]);
  });

  it('is one after a failure, until a delivery succeeds', () => {
    const slots = createDeliverySlots();
    slots.acquire('a')(false);
    expect(slots.freeFor('a')).toBe(1);
    const leave = slots.acquire('a');
    expect(slots.freeFor('a')).toBe(0);
    leave(true);
    expect(slots.freeFor('a')).toBe(4);
  });
});

it('leaves capacity to others, however many receivers fail', () => {
  const slots = createDeliverySlots();
  const ids = Array.from({ length: 100 }, (_, index) => `bad ${index}`);
  for (const id of ids) slots.acquire(id)(false);
  let entered = 0;
  for (const id of ids) {
    if (slots.freeFor(id) <= 0) continue;
    slots.acquire(id);
    entered += 1;
  }
  expect(entered).toBeGreaterThan(0);
  expect(slots.fullWebhooks()).toHaveLength(100);
  expect(slots.free()).toBeGreaterThanOrEqual(32);
  expect(slots.freeFor('good')).toBe(4);
});
