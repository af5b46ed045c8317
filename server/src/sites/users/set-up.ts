import type { Input, Output } from '@portico/contract/endpoint';
import type { sitesEndpoints } from '@portico/contract/sites';
import { notifyChange } from '../../db/changes.ts';
import { violatesConstraint } from '../../db/errors.ts';
import { transaction } from '../../db/index.ts';
import type { RequestInfo } from '../../http/bind.ts';
import { AppError, ViolationError } from '../../kernel/app-error.ts';
import type { Ctx } from '../../kernel/ctx.ts';
import type { HttpResponse } from '../../kernel/http-response.ts';
import { hashSecret, newId, newSecret } from '../../kernel/ids.ts';
import { findPasswordViolations } from '../../kernel/password-rules.ts';
import { hashPassword } from '../../kernel/passwords.ts';
import { audit } from '../audit-store.ts';
import { findFirstSite, insertSiteUser, updateSiteName } from '../store.ts';
import { assertDashboardOrigin, normalizeEmail, startSession } from './session.ts';
import {
  consumeSetupLink,
  deleteSessionsOfUser,
  deleteSetupLinks,
  findUserByEmail,
  insertSetupLink,
  insertUser,
  isWithoutOwner,
  updatePassword,
} from './store.ts';

type Endpoints = typeof sitesEndpoints;

const LINK_HOURS = 72;
const RECOVERY_HOURS = 1;

export async function getSetup(ctx: Ctx): Promise<Output<Endpoints['getSetup']>> {
  return { needed: await isWithoutOwner(ctx.db) };
}

/**
 * Uses a one-time link. The link of the first start creates the owner; a link that was created for an address sets that
 * user's password. The link is consumed in the same transaction, so it stays usable after a failure.
 */
export async function completeSetup(
  ctx: Ctx,
  { body }: Input<Endpoints['completeSetup']>,
  request: RequestInfo,
): Promise<HttpResponse> {
  assertDashboardOrigin(ctx, request);
  const violations = findPasswordViolations(body.password, 'password', body.email ?? null);
  if (violations.length > 0) throw new ViolationError(violations);
  const passwordHash = await hashPassword(body.password);
  const user = await transaction(ctx, async (ctx) => {
    const link = await consumeSetupLink(ctx.db, hashSecret(body.token), ctx.now);
    if (!link) throw new AppError('SETUP_LINK_INVALID');
    if (link.email === null && !(await isWithoutOwner(ctx.db))) throw new AppError('OWNER_EXISTS');
    if (link.email !== null) return resetUserPassword(ctx, link.email, passwordHash);
    const owner = await createFirstOwner(ctx, requireEmail(body.email), passwordHash);
    if (body.siteName) {
      const site = await findFirstSite(ctx.db);
      if (site) {
        await updateSiteName(ctx.db, site.id, body.siteName);
        await notifyChange(ctx.db, 'site', site.id);
      }
    }
    return owner;
  });
  return startSession(ctx, user, request);
}

/** Adds a user who owns the first site. @throws AppError EMAIL_TAKEN if the address has a user already */
export function addOwner(ctx: Ctx, address: string, passwordHash: string | null) {
  return transaction(ctx, async (ctx) =>
    grantOwnerRole(ctx, await insertUserOrThrow(ctx, normalizeEmail(address), passwordHash)),
  );
}

/**
 * Makes the person the owner. The calling code checks that the installation has no owner yet. A user with this address
 * may exist already, for example after an invitation; that user then gets this password.
 */
export function createFirstOwner(ctx: Ctx, address: string, passwordHash: string) {
  const email = normalizeEmail(address);
  return transaction(ctx, async (ctx) => {
    const invited = await findUserByEmail(ctx.db, email);
    if (invited) await updatePassword(ctx.db, invited.id, passwordHash);
    return grantOwnerRole(ctx, invited ?? (await insertUserOrThrow(ctx, email, passwordHash)));
  });
}

/**
 * Sets a dashboard user's password and ends all sessions, because others may know the old password.
 * @throws AppError USER_NOT_FOUND
 */
export function resetUserPassword(ctx: Ctx, address: string, passwordHash: string) {
  return transaction(ctx, async (ctx) => {
    const user = await findUser(ctx, address);
    await updatePassword(ctx.db, user.id, passwordHash);
    await deleteSetupLinks(ctx.db, user.email);
    for (const { id } of await deleteSessionsOfUser(ctx.db, user.id)) await notifyChange(ctx.db, 'session', id);
    await auditUser(ctx, 'sites.users.resetPassword', user.id);
    return user;
  });
}

/** Records an action on a dashboard user in the audit log of the first site, because users belong to no single site. */
export async function auditUser(ctx: Ctx, action: string, userId: string): Promise<void> {
  const site = await findFirstSite(ctx.db);
  if (site) await audit(ctx, { siteId: site.id, action, target: userId });
}

async function grantOwnerRole<U extends { id: string; email: string }>(ctx: Ctx, user: U): Promise<U> {
  const site = await findFirstSite(ctx.db);
  if (!site) throw new AppError('SITE_NOT_FOUND');
  await insertSiteUser(ctx.db, { site_id: site.id, user_id: user.id, role: 'owner' });
  await audit(ctx, {
    siteId: site.id,
    action: 'sites.owners.create',
    target: user.id,
    after: { email: user.email },
  });
  return user;
}

async function findUser(ctx: Ctx, address: string) {
  const user = await findUserByEmail(ctx.db, normalizeEmail(address));
  if (!user) throw new AppError('USER_NOT_FOUND');
  return user;
}

/**
 * Returns a new one-time link to the dashboard's set-up page. The link sets the password of the user with this address.
 * A link without an address makes the person who uses it the first owner.
 * @throws AppError USER_NOT_FOUND
 */
export async function createSetupLink(ctx: Ctx, address: string | null): Promise<string> {
  const email = address === null ? null : (await findUser(ctx, address)).email;
  return transaction(ctx, async (ctx) => {
    await deleteSetupLinks(ctx.db, email);
    return insertLink(ctx, email, LINK_HOURS);
  });
}

/**
 * Returns a link for a new password. Anyone may have requested it, so it expires soon, and the user's other links
 * remain valid.
 */
export const createRecoveryLink = (ctx: Ctx, email: string): Promise<string> => insertLink(ctx, email, RECOVERY_HOURS);

async function insertLink(ctx: Ctx, email: string | null, hours: number): Promise<string> {
  const token = newSecret();
  const expires = new Date(ctx.now.getTime() + hours * 3_600_000);
  await insertSetupLink(ctx.db, { token_hash: hashSecret(token), email, expires_at: expires });
  // In the fragment the token reaches neither the server's log nor a Referer header.
  return `${ctx.env.dashboardOrigin}/dashboard/set-up#token=${token}`;
}

async function insertUserOrThrow(ctx: Ctx, email: string, passwordHash: string | null) {
  try {
    return await insertUser(ctx.db, { id: newId(), email, password_hash: passwordHash });
  } catch (error) {
    if (violatesConstraint(error, 'users_email_key')) throw new AppError('EMAIL_TAKEN', {}, error);
    throw error;
  }
}

function requireEmail(email: string | undefined): string {
  if (email && /^[^\s@]+@[^\s@]+$/.test(email)) return email;
  throw new ViolationError([{ field: 'email', description: 'must be an e-mail address', violatedRule: 'FORMAT' }]);
}
