import { text } from 'node:stream/consumers';
import { transaction } from '../db/index.ts';
import { passwordViolations } from '../kernel/password-rules.ts';
import { hashPassword } from '../kernel/passwords.ts';
import { makeOwner, makeSetupLink } from '../sites/users/set-up.ts';
import type { Answer, Invocation } from './command.ts';
import { required, withInstallation } from './with-installation.ts';

/** The password comes from standard input, never from an argument: arguments are visible to every user of the machine. */
export async function createOwner({ config, values }: Invocation): Promise<Answer> {
  const email = required(values, 'email');
  if (!/^[^\s@]+@[^\s@]+$/.test(email)) throw new Error('The option --email must be an e-mail address.');
  return withInstallation(config, async (ctx) => {
    const password = process.stdin.isTTY ? '' : (await text(process.stdin)).replace(/\r?\n$/, '');
    if (password === '') {
      await transaction(ctx, (ctx) => makeOwner(ctx, email, null));
      const link = await makeSetupLink(ctx, email);
      return { text: `Give this link to ${email}; it works once:\n${link}`, json: { email, link } };
    }
    const [wrong] = passwordViolations(password, 'password', email);
    if (wrong) throw new Error(`The password ${wrong.description}.`);
    const passwordHash = await hashPassword(password);
    await transaction(ctx, (ctx) => makeOwner(ctx, email, passwordHash));
    return { text: `${email} is an owner now.`, json: { email } };
  });
}
