import type { Command } from './command.ts';
import { withInstallation } from './with-installation.ts';

export const rotateKeysCommand: Command = {
  usage: '[--retire-now ID]',
  summary: 'New signing keys; the old ones verify what they signed, unless one was stolen and is retired now',
  options: { 'retire-now': { type: 'string' } },
  run: ({ config, values }) =>
    withInstallation(config, async (_ctx, signingKeys) => {
      const stolen: string | undefined = values['retire-now'];
      if (stolen === undefined) {
        const made = await signingKeys.rotate();
        return { text: `New tokens are signed by ${made.join(' and ')}.`, json: { made } };
      }
      if (!(await signingKeys.retire(stolen))) throw new Error(`No key "${stolen}" is in use. See: keys list`);
      const text = `All that ${stolen} signed is refused from now on. Visitors get new tokens, members refresh theirs.`;
      return { text, json: { retired: stolen } };
    }),
};

export const listKeysCommand: Command = {
  usage: '',
  summary: 'List the signing keys that are in use, those that sign first',
  options: {},
  run: ({ config }) =>
    withInstallation(config, async (_ctx, signingKeys) => {
      const keys = await signingKeys.list();
      const lines = keys.map(
        (key) => `${key.id}  ${key.algorithm}  ${key.retired ? `verifies until ${key.retired}` : 'signs'}`,
      );
      return { text: lines.join('\n'), json: keys };
    }),
};
