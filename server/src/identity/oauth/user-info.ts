import type { Output } from '@portico/contract/endpoint';
import type { identityEndpoints } from '@portico/contract/identity';
import type { SiteCtx } from '../../kernel/ctx.ts';
import { fullName } from '../members/details.ts';
import { memberOfToken } from '../members/read-members.ts';

/** Claims about the member of the token, as OpenID Connect names them (Core, section 5.1), in camelCase. */
export async function userInfo(ctx: SiteCtx): Promise<Output<(typeof identityEndpoints)['userInfo']>> {
  const row = await memberOfToken(ctx);
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
