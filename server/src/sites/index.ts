export { findApp } from './apps/store.ts';
export {
  type Counter,
  failuresOf,
  giveBack,
  INSTALLATION,
  type Limit,
  sweepAttempts,
  takeAttempt,
  takeFromWindow,
} from './attempts.ts';
export { audit } from './audit.ts';
export { assertNotBackedOff, clearFailures, recordFailure } from './back-off.ts';
export { createDirectory, type Directory } from './directory.ts';
export { createKeyDoor } from './keys/key-door.ts';
export { may } from './permissions.ts';
export { requires } from './rights.ts';
export { createRoleDoor } from './users/role-door.ts';
