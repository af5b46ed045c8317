import type { Output } from '@portico/contract/endpoint';
import type { identityEndpoints } from '@portico/contract/identity';
import type { SiteCtx } from '../../kernel/ctx.ts';
import { fullNameOf } from '../members/details.ts';
import { loadCallingMember } from '../members/read-members.ts';

/** Returns the OpenID Connect claims of the signed-in member (Core, section 5.1), in camelCase. */
export async function userInfo(ctx: SiteCtx): Promise<Output<(typeof identityEndpoints)['userInfo']>> {
  const row = await loadCallingMember(ctx);
  const { details } = row;
  return {
    sub: row.id,
    givenName: details.firstName,
    familyName: details.lastName,
    name: details.nickname ?? fullNameOf(details),
    email: row.login_email,
    emailVerified: row.login_email_verified,
    picture: details.photo?.url,
    language: details.language,
  };
}
