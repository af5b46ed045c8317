import type { Output } from '@portico/contract/endpoint';
import type { identityEndpoints } from '@portico/contract/identity';
import { AppError } from '../../kernel/app-error.ts';
import type { SiteCtx } from '../../kernel/ctx.ts';
import { fullName } from '../members/details.ts';
import { findMember } from '../members/store.ts';

/** Claims about the member of the token, as OpenID Connect names them (Core, section 5.1), in camelCase. */
export async function userInfo(ctx: SiteCtx): Promise<Output<(typeof identityEndpoints)['userInfo']>> {
  if (ctx.caller.kind !== 'member') throw new AppError('PERMISSION_DENIED');
  const row = await findMember(ctx.db, ctx.site.id, ctx.caller.id);
  if (!row) throw new AppError('MEMBER_NOT_FOUND');
  const { details } = row;
  return {
    sub: row.id,
    givenName: details.firstName,
    familyName: details.lastName,
    name: details.nickname ?? fullName(details),
    email: row.login_email,
    emailVerified: row.login_email_verified,
    picture: details.photo?.url,
    language: details.language,
  };
}
