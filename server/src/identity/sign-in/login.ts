import type { Input, Output } from '@portico/contract/endpoint';
import type { identityEndpoints } from '@portico/contract/identity';
import type { RequestInfo } from '../../http/bind.ts';
import type { SiteCtx } from '../../kernel/ctx.ts';
import { advance, standToWire } from './advance.ts';
import { captchaText } from './captcha-text.ts';
import { checkCredentials } from './check-credentials.ts';
import { deviceOfCall } from './devices.ts';

type Endpoint = (typeof identityEndpoints)['login'];

export async function login(ctx: SiteCtx, { body }: Input<Endpoint>, request: RequestInfo): Promise<Output<Endpoint>> {
  const device = deviceOfCall(ctx, request);
  const given = { email: body.loginId?.email, password: body.password, captcha: captchaText(body.captchaTokens) };
  const member = await checkCredentials(ctx, given, device);
  return standToWire(ctx, await advance(ctx, member, device));
}
