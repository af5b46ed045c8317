import type { CommandOutput, Invocation } from './command.ts';
import { withInstallation } from './with-installation.ts';

export function rotateSigningKeys({ config, values }: Invocation): Promise<CommandOutput> {
  return withInstallation(config, async (_ctx, signingKeys) => {
    const keyId: string | undefined = values['retire-now'];
    if (keyId === undefined) {
      const newKeys = await signingKeys.rotate();
      return { text: `New tokens are signed by ${newKeys.join(' and ')}.`, json: { made: newKeys } };
    }
    if (!(await signingKeys.retire(keyId)))
      throw new Error(`No key "${keyId}" is in use. See "portico signing-key list".`);
    const text = `Everything that ${keyId} signed is rejected from now on. Visitors get new tokens; members refresh theirs.`;
    return { text, json: { retired: keyId } };
  });
}

export function showSigningKeys({ config }: Invocation): Promise<CommandOutput> {
  return withInstallation(config, async (_ctx, signingKeys) => {
    const keys = await signingKeys.list();
    const lines = keys.map(
      (key) => `${key.id}  ${key.algorithm}  ${key.retired ? `verifies until ${key.retired}` : 'signs'}`,
    );
    return { text: lines.join('\n'), json: keys };
  });
}
