import type { RequestInfo } from '../../http/bind.ts';
import { AppError } from '../../kernel/app-error.ts';
import type { SiteCtx } from '../../kernel/ctx.ts';
import { type FormDocument, policyOf } from './document.ts';

/**
 * Rejects a visitor's call from a page whose origin the form does not allow. This keeps other websites from showing the
 * form as theirs. It is not a security boundary, because programs other than browsers send any Origin header, or none.
 * @throws AppError FORM_ORIGIN_NOT_ALLOWED
 */
export function requireAllowedOrigin(
  { caller, site, env }: SiteCtx,
  { document }: { readonly document: FormDocument },
  request: Pick<RequestInfo, 'origin' | 'host'> | undefined,
): void {
  const { allowedOrigins = [] } = policyOf(document);
  const origin = request?.origin;
  if (allowedOrigins.length === 0 || !origin) return;
  if (caller.kind !== 'visitor' && caller.kind !== 'member') return;
  const isSite = origin === site.origin || origin === env.dashboardOrigin || URL.parse(origin)?.host === request.host;
  if (!isSite && !allowedOrigins.includes(origin)) throw new AppError('FORM_ORIGIN_NOT_ALLOWED', { origin });
}
