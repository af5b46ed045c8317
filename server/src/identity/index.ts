/** The functions of the identity slice that the rest of the server may use. */
export { contributeToExport } from './export.ts';
export { continueMemberJob, MEMBER_JOB_DUE } from './members/bulk-by-filter.ts';
export { createMember } from './members/create-member.ts';
export { MEMBER_DELETED, type MemberDeletedPayload } from './members/delete-member.ts';
export { findMember, findMemberByEmail } from './members/store.ts';
export { sendRecoveryMail } from './recovery/mail-link.ts';
export { RECOVERY_REQUESTED } from './recovery/request-recovery.ts';
export { createSessionWatch } from './sessions/session-watch.ts';
export { sweepIdentity } from './sessions/store.ts';
