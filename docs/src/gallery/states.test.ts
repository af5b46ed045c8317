/** The gallery has an exhibit for each component that the package exports. */
import * as react from '@portico/react';
import { expect, it } from 'vitest';
import { exhibits } from './states.ts';

/** Components that show nothing of their own. */
const WITHOUT_EXHIBIT = ['PorticoProvider'];

it('has an exhibit for each component of the package, and no others', () => {
  const components = Object.entries(react).flatMap(([name, value]) =>
    typeof value === 'function' && /^[A-Z]/.test(name) && !WITHOUT_EXHIBIT.includes(name) ? [name] : [],
  );
  expect(Object.keys(exhibits).sort()).toEqual(components.sort());
});

it('names only hooks that the package exports', () => {
  for (const { hook } of Object.values(exhibits)) if (hook) expect(react).toHaveProperty(hook);
});

it('lists every state once', () => {
  for (const { states } of Object.values(exhibits)) expect(new Set<string>(states).size).toBe(states.length);
});
