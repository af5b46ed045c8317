export { type App, type AppCache, createAppCache } from './apps/app-cache.ts';
export { isHost } from './apps/write-app.ts';
export {
  failuresOf,
  findExhaustedWindows,
  type Limit,
  type RateWindow as Window,
  refundAttempt,
  takeAttempt,
  takeFromWindow,
  takeFromWindows,
} from './attempts.ts';
export { sweepAttempts } from './attempts-store.ts';
export { audit, clearAuditedData as forgetAudited } from './audit-store.ts';
export { loadCaller } from './caller-now.ts';
export { sweepDeletedSites } from './deletion/sweep-sites.ts';
export { createDirectory, type Directory } from './directory.ts';
export { createKeyCache } from './keys/key-cache.ts';
export { createRequestLimiter } from './limits/request-limiter.ts';
export { may, mayCall } from './permissions.ts';
export { requirePermission } from './rights.ts';
export { changeSettings, readSettings } from './settings/settings.ts';
export { createSigningKeyRing, type SigningKeyRing } from './signing-keys/signing-keys.ts';
export { listAdminEmails, listSites } from './store.ts';
export { createRoleCache } from './users/role-cache.ts';
