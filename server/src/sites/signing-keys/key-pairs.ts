import { SignJWT } from 'jose';
import type { KeyPairs } from '../../kernel/key-pairs.ts';
import type { KeyPair } from './key-material.ts';

/**
 * Key pairs that can be replaced at run time; the first signs.
 * @param makeFirst called if there is none, and calls `use`: most installations never need one
 */
export function createKeyPairs(
  pairs: readonly KeyPair[],
  makeFirst: () => Promise<void>,
): KeyPairs & { use(pairs: readonly KeyPair[]): void } {
  let held = pairs;
  let making: Promise<void> | undefined;
  const needed = async (): Promise<readonly KeyPair[]> => {
    if (held.length === 0) {
      making ??= makeFirst().finally(() => {
        making = undefined;
      });
      await making;
    }
    return held;
  };
  return {
    use(pairs) {
      held = pairs;
    },
    publicKeys: async () => (await needed()).map((pair) => pair.publicJwk),
    async sign(claims, lifetimeSeconds, now) {
      const [newest] = await needed();
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
