import type { Input, Output } from '@portico/contract/endpoint';
import type { identityEndpoints } from '@portico/contract/identity';
import { createCaptchaChallenge } from '../captcha/index.ts';
import type { RequestInfo } from '../http/bind.ts';
import { AppError } from '../kernel/app-error.ts';
import type { OpenCtx } from '../kernel/ctx.ts';

type Endpoint = (typeof identityEndpoints)['getCaptchaChallenge'];

/** Returns a challenge for the site of the token, or without a token for the site at the host of the request. */
export async function getCaptchaChallenge(
  ctx: OpenCtx,
  _input: Input<Endpoint>,
  request: RequestInfo,
): Promise<Output<Endpoint>> {
  const site = ctx.site ?? (await ctx.env.siteOfHost(request.host));
  if (!site) throw new AppError('SITE_NOT_FOUND');
  return { ...(await createCaptchaChallenge({ ...ctx, site })) };
}
