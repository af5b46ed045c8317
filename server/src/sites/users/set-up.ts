import type { Input, Output } from '@portico/contract/endpoint';
import type { sitesEndpoints } from '@portico/contract/sites';
import { notifyChange } from '../../db/changes.ts';
import { isConstraint } from '../../db/errors.ts';
import { transaction } from '../../db/index.ts';
import type { RequestInfo } from '../../http/bind.ts';
import type { Answer } from '../../kernel/answer.ts';
import { AppError, ViolationError } from '../../kernel/app-error.ts';
import type { Ctx } from '../../kernel/ctx.ts';
import { hashSecret, newId, randomSecret } from '../../kernel/ids.ts';
import { passwordViolations } from '../../kernel/password-rules.ts';
import { hashPassword } from '../../kernel/passwords.ts';
import { audit } from '../audit.ts';
import { findFirstSite, insertSiteUser, updateSiteName } from '../store.ts';
import { assertDashboardOrigin, normalizeEmail, startSession } from './session.ts';
import {
  consumeSetupLink,
  deleteSetupLinks,
  findUserByEmail,
  insertSetupLink,
  insertUser,
  isWithoutOwner,
  updatePassword,
} from './store.ts';

type Endpoints = typeof sitesEndpoints;

const LINK_HOURS = 72;

export async function getSetup(ctx: Ctx): Promise<Output<Endpoints['getSetup']>> {
  return { needed: await isWithoutOwner(ctx.db) };
}

/**
 * Uses a one-time link: the first makes the installation's owner, one made for an address sets that person's password.
 * The link is taken in the same transaction, so a failure leaves it usable.
 */
export async function completeSetup(
  ctx: Ctx,
  { body }: Input<Endpoints['completeSetup']>,
  request: RequestInfo,
): Promise<Answer> {
  assertDashboardOrigin(ctx, request);
  const violations = passwordViolations(body.password, 'password', body.email ?? null);
  if (violations.length > 0) throw new ViolationError(violations);
  const passwordHash = await hashPassword(body.password);
  const user = await transaction(ctx, async (ctx) => {
    const link = await consumeSetupLink(ctx.db, hashSecret(body.token), ctx.now);
    if (!link) throw new AppError('SETUP_LINK_INVALID');
    if (link.email === null && !(await isWithoutOwner(ctx.db))) throw new AppError('OWNER_EXISTS');
    const made = await makeOwner(ctx, link.email ?? requireEmail(body.email), passwordHash);
    if (link.email === null && body.siteName) {
      const site = await findFirstSite(ctx.db);
      if (site) {
        await updateSiteName(ctx.db, site.id, body.siteName);
        await notifyChange(ctx.db, 'site', site.id);
      }
    }
    return made;
  });
  return startSession(ctx, user, request);
}

/** Makes the person an owner of the first site, or sets the password of one who exists. */
export async function makeOwner(ctx: Ctx, address: string, passwordHash: string | null) {
  const email = normalizeEmail(address);
  const site = await findFirstSite(ctx.db);
  if (!site) throw new AppError('SITE_NOT_FOUND');
  const known = await findUserByEmail(ctx.db, email);
  const user = known ?? (await insertNew(ctx, email, passwordHash));
  if (known && passwordHash) await updatePassword(ctx.db, known.id, passwordHash);
  await insertSiteUser(ctx.db, { site_id: site.id, user_id: user.id, role: 'owner' });
  await audit(ctx, { siteId: site.id, action: 'sites.owners.create', target: user.id, after: { email } });
  return user;
}

/** A fresh one-time link to the dashboard's set-up page; `email` null makes whoever opens it the first owner. */
export async function makeSetupLink(ctx: Ctx, email: string | null): Promise<string> {
  const token = randomSecret();
  await transaction(ctx, async (ctx) => {
    await deleteSetupLinks(ctx.db, email);
    const expires = new Date(ctx.now.getTime() + LINK_HOURS * 3_600_000);
    await insertSetupLink(ctx.db, { token_hash: hashSecret(token), email, expires_at: expires });
  });
  // In the fragment the token reaches neither the server's log nor a Referer header.
  return `${ctx.env.dashboardOrigin}/dashboard/set-up#token=${token}`;
}

async function insertNew(ctx: Ctx, email: string, passwordHash: string | null) {
  try {
    return await insertUser(ctx.db, { id: newId(), email, password_hash: passwordHash });
  } catch (error) {
    if (isConstraint(error, 'users_email_key')) throw new AppError('EMAIL_TAKEN', {}, error);
    throw error;
  }
}

function requireEmail(email: string | undefined): string {
  if (email && /^[^\s@]+@[^\s@]+$/.test(email)) return email;
  throw new ViolationError([{ field: 'email', description: 'must be an e-mail address', violatedRule: 'FORMAT' }]);
}
