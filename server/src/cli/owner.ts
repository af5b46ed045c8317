import { text } from 'node:stream/consumers';
import { AppError } from '../kernel/app-error.ts';
import { findPasswordViolations } from '../kernel/password-rules.ts';
import { hashPassword } from '../kernel/passwords.ts';
import { addOwner, createSetupLink, resetUserPassword } from '../sites/users/set-up.ts';
import { type CommandOutput, type Invocation, UsageError } from './command.ts';
import { withInstallation } from './with-installation.ts';

export function createOwner({ config, values }: Invocation): Promise<CommandOutput> {
  const email = readEmail(values.email);
  return withInstallation(config, async (ctx) => {
    const passwordHash = await readPasswordHash(email);
    await addOwner(ctx, email, passwordHash).catch((error: unknown) => {
      throw error instanceof AppError && error.code === 'EMAIL_TAKEN'
        ? new Error(`${email} exists already. To set a new password: portico owner reset-password --email ${email}`)
        : error;
    });
    if (passwordHash) return { text: `${email} is an owner now.`, json: { email } };
    return describeLink(email, await createSetupLink(ctx, email));
  });
}

export function resetPassword({ config, values }: Invocation): Promise<CommandOutput> {
  const email = readEmail(values.email);
  return withInstallation(config, async (ctx) => {
    const passwordHash = await readPasswordHash(email);
    try {
      if (passwordHash === null) return describeLink(email, await createSetupLink(ctx, email));
      await resetUserPassword(ctx, email, passwordHash);
    } catch (error) {
      if (!(error instanceof AppError && error.code === 'USER_NOT_FOUND')) throw error;
      throw new Error(`There is no dashboard user ${email}. To create an owner: portico owner create --email ${email}`);
    }
    return { text: `${email} has a new password. All sessions of ${email} have ended.`, json: { email } };
  });
}

function describeLink(email: string, link: string): CommandOutput {
  return { text: `Give this link to ${email}; it works once:\n${link}`, json: { email, link } };
}

/**
 * Reads the password from standard input; null if it is empty. Threat: every user of the machine can read the arguments
 * of a process, so a password is never an argument.
 */
async function readPasswordHash(email: string): Promise<string | null> {
  const password = process.stdin.isTTY ? '' : (await text(process.stdin)).replace(/\r?\n$/, '');
  if (password === '') return null;
  const [violation] = findPasswordViolations(password, 'password', email);
  if (violation) throw new Error(`The password ${violation.description}.`);
  return hashPassword(password);
}

function readEmail(email: string): string {
  if (!/^[^\s@]+@[^\s@]+$/.test(email)) throw new UsageError('The option --email must be an e-mail address.');
  return email;
}
