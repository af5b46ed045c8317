import type { Input, Output } from '@portico/contract/endpoint';
import type { identityEndpoints } from '@portico/contract/identity';
import type { RequestInfo } from '../../http/bind.ts';
import type { SiteCtx } from '../../kernel/ctx.ts';
import { advance, signInToWire } from './advance.ts';
import { captchaTokenOf } from './captcha-token.ts';
import { checkCredentials } from './check-credentials.ts';
import { deviceOfCall } from './devices.ts';

type Endpoint = (typeof identityEndpoints)['login'];

export async function login(ctx: SiteCtx, { body }: Input<Endpoint>, request: RequestInfo): Promise<Output<Endpoint>> {
  const device = deviceOfCall(ctx, request);
  const credentials = {
    email: body.loginId?.email,
    password: body.password,
    captcha: captchaTokenOf(body.captchaTokens),
  };
  const member = await checkCredentials(ctx, credentials, device);
  return signInToWire(ctx, await advance(ctx, member, device));
}
