/** Tests that the generated types of the calls equal those in the contract. The compiler checks this, too. */
import { type Calls as Declared, endpoints } from '@portico/contract';
import { expect, it } from 'vitest';
import { routeTable } from './admin/route-table.gen.ts';
import type { Calls } from './calls.gen.ts';

type Same<A, B> = [A] extends [B] ? ([B] extends [A] ? true : false) : false;

/** The calls whose generated type differs. There must be none. */
type DifferentCall = {
  [Id in keyof Declared | keyof Calls]: Id extends keyof Declared & keyof Calls
    ? Same<Declared[Id], Calls[Id]> extends true
      ? never
      : Id
    : Id;
}[keyof Declared | keyof Calls];

it('has the types and routes of every call of the contract', () => {
  const differentCalls: Record<DifferentCall, true> = {};
  expect(differentCalls).toEqual({});
  expect(Object.keys(routeTable)).toEqual(endpoints.map(({ id }) => id));
});
