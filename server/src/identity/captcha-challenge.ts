import type { Input, Output } from '@portico/contract/endpoint';
import type { identityEndpoints } from '@portico/contract/identity';
import { captchaChallenge } from '../captcha/index.ts';
import type { RequestInfo } from '../http/bind.ts';
import { AppError } from '../kernel/app-error.ts';
import type { OpenCtx } from '../kernel/ctx.ts';

type Endpoint = (typeof identityEndpoints)['getCaptchaChallenge'];

/** A page asks without a token (its site is that of the host), an app of the owner's with one. */
export async function getCaptchaChallenge(
  ctx: OpenCtx,
  _input: Input<Endpoint>,
  request: RequestInfo,
): Promise<Output<Endpoint>> {
  const site = ctx.site ?? (await ctx.env.siteOfHost(request.host));
  if (!site) throw new AppError('SITE_NOT_FOUND');
  return { ...(await captchaChallenge({ ...ctx, site })) };
}
