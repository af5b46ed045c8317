import { SignJWT } from 'jose';
import type { KeyPairs } from '../../kernel/key-pairs.ts';
import type { KeyPair } from './key-material.ts';

/**
 * Returns key pairs that can be replaced at run time. The first pair signs.
 * @param createFirst Called when a key is needed and there is none. It must call `use`. Most installations never need a
 *   key.
 */
export function createReplaceableKeyPairs(
  pairs: readonly KeyPair[],
  createFirst: () => Promise<void>,
): KeyPairs & { use(pairs: readonly KeyPair[]): void } {
  let current = pairs;
  let creating: Promise<void> | undefined;
  const loadOrCreatePairs = async (): Promise<readonly KeyPair[]> => {
    if (current.length === 0) {
      creating ??= createFirst().finally(() => {
        creating = undefined;
      });
      await creating;
    }
    return current;
  };
  return {
    use(pairs) {
      current = pairs;
    },
    publicKeys: async () => (await loadOrCreatePairs()).map((pair) => pair.publicJwk),
    async sign(claims, lifetimeSeconds, now) {
      const [newest] = await loadOrCreatePairs();
      if (!newest) throw new Error('The signer needs at least one key pair');
      const seconds = Math.floor(now.getTime() / 1_000);
      return new SignJWT({ ...claims })
        .setProtectedHeader({ alg: 'RS256', kid: newest.id, typ: 'JWT' })
        .setIssuedAt(seconds)
        .setExpirationTime(seconds + lifetimeSeconds)
        .sign(newest.privateKey);
    },
  };
}
