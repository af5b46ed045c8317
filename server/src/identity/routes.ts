import { identityEndpoints as calls } from '@portico/contract/identity';
import { membersEndpoints as members } from '@portico/contract/members';
import { bind, bindOpen, type Route } from '../http/bind.ts';
import { authorize } from './authorize/authorize.ts';
import { getCaptchaChallenge } from './captcha-challenge.ts';
import { exportMyData } from './export.ts';
import { forgotPassword, getRecovery, hostedChangePassword, resetPassword } from './hosted/passwords.ts';
import { getSession, hostedSignIn, hostedSignOut, hostedSignUp } from './hosted/session.ts';
import { getStep, hostedCompleteProfile, hostedResend, hostedVerify } from './hosted/steps.ts';
import { addMember } from './members/add-member.ts';
import { approveMember, blockMember, disconnectMember, muteMember, unmuteMember } from './members/administer-member.ts';
import {
  bulkApproveMembersByFilter,
  bulkBlockMembersByFilter,
  bulkDeleteMembersByFilter,
  getMemberJob,
} from './members/bulk-by-filter.ts';
import { bulkDeleteMembers } from './members/bulk-delete.ts';
import { changeLoginEmail } from './members/change-login-email.ts';
import { deleteMember, deleteMyMember } from './members/delete-member.ts';
import { getCurrentMember, getMember, listAllMembers, queryMembers } from './members/read-members.ts';
import { assignRole, getRoles, queryRoles, unassignRole } from './members/roles.ts';
import {
  deleteMemberAddresses,
  deleteMemberEmails,
  deleteMemberPhones,
  joinCommunity,
  leaveCommunity,
  updateCurrentMemberSlug,
  updateMember,
  updateMemberSlug,
} from './members/update-member.ts';
import { issueToken } from './oauth/issue-token.ts';
import { jwks } from './oauth/jwks.ts';
import { revokeToken } from './oauth/revoke-token.ts';
import { tokenInfo } from './oauth/token-info.ts';
import { userInfo } from './oauth/user-info.ts';
import { changePassword } from './recovery/change-password.ts';
import { recover } from './recovery/recover.ts';
import { sendActivationEmail, sendRecoveryEmail, sendSetPasswordEmail } from './recovery/send-email.ts';
import { createRedirectSession } from './redirects/create-redirect-session.ts';
import { logout } from './redirects/logout.ts';
import { preWarm } from './redirects/pre-warm.ts';
import { endMyOtherSessions, endMySession, listMySessions } from './sessions/own-sessions.ts';
import { login } from './sign-in/login.ts';
import { register } from './sign-in/register.ts';
import { signOn } from './sign-in/sign-on.ts';
import { getSignOnPolicy, updateSignOnPolicy } from './sign-in/sign-on-policy.ts';
import { siteMemberApprove, siteMemberBlock, siteMemberLogin, siteMemberRegister } from './sign-in/site-members.ts';
import { validateEmail } from './sign-in/validate-email.ts';
import { completeProfile } from './verification/complete-profile.ts';
import { resendDuringAuthentication } from './verification/resend.ts';
import { startVerification } from './verification/start.ts';
import { verifyDuringAuthentication } from './verification/verify.ts';

export const identityRoutes: Route[] = [
  bindOpen(calls.issueToken, issueToken),
  bindOpen(calls.tokenInfo, tokenInfo),
  bindOpen(calls.revokeToken, revokeToken),
  bind(calls.userInfo, userInfo),
  bindOpen(calls.jwks, jwks),
  bind(calls.createRedirectSession, createRedirectSession),
  bindOpen(calls.authorize, authorize),
  bindOpen(calls.logout, logout),
  bindOpen(calls.preWarm, preWarm),
  bind(calls.register, register),
  bind(calls.login, login),
  bind(calls.signOn, signOn),
  bind(calls.changePassword, changePassword),
  bind(calls.validateEmail, validateEmail),
  bind(calls.sendRecoveryEmail, sendRecoveryEmail),
  bind(calls.sendActivationEmail, sendActivationEmail),
  bind(calls.recover, recover),
  bind(calls.startVerification, startVerification),
  bind(calls.verifyDuringAuthentication, verifyDuringAuthentication),
  bind(calls.resendDuringAuthentication, resendDuringAuthentication),
  bind(calls.completeProfile, completeProfile),
  bind(calls.getSignOnPolicy, getSignOnPolicy),
  bind(calls.updateSignOnPolicy, updateSignOnPolicy),
  bindOpen(calls.hostedSignIn, hostedSignIn),
  bindOpen(calls.hostedSignUp, hostedSignUp),
  bindOpen(calls.hostedSignOut, hostedSignOut),
  bindOpen(calls.getSession, getSession),
  bindOpen(calls.getCaptchaChallenge, getCaptchaChallenge),
  bindOpen(calls.getStep, getStep),
  bindOpen(calls.hostedVerify, hostedVerify),
  bindOpen(calls.hostedResend, hostedResend),
  bindOpen(calls.hostedCompleteProfile, hostedCompleteProfile),
  bindOpen(calls.forgotPassword, forgotPassword),
  bindOpen(calls.getRecovery, getRecovery),
  bindOpen(calls.resetPassword, resetPassword),
  bindOpen(calls.hostedChangePassword, hostedChangePassword),
  bind(calls.listMySessions, listMySessions),
  bind(calls.endMySession, endMySession),
  bind(calls.endMyOtherSessions, endMyOtherSessions),
  bind(members.sendSetPasswordEmail, sendSetPasswordEmail),
  bind(members.getCurrentMember, getCurrentMember),
  bind(members.getMember, getMember),
  bind(members.listMembers, listAllMembers),
  bind(members.queryMembers, queryMembers),
  bind(members.updateMember, updateMember),
  bind(members.createMember, addMember),
  bind(members.updateCurrentMemberSlug, updateCurrentMemberSlug),
  bind(members.updateMemberSlug, updateMemberSlug),
  bind(members.joinCommunity, joinCommunity),
  bind(members.leaveCommunity, leaveCommunity),
  bind(members.approveMember, approveMember),
  bind(members.blockMember, blockMember),
  bind(members.disconnectMember, disconnectMember),
  bind(members.muteMember, muteMember),
  bind(members.unmuteMember, unmuteMember),
  bind(members.deleteMyMember, deleteMyMember),
  bind(members.deleteMember, deleteMember),
  bind(members.deleteMemberPhones, deleteMemberPhones),
  bind(members.deleteMemberEmails, deleteMemberEmails),
  bind(members.deleteMemberAddresses, deleteMemberAddresses),
  bind(members.bulkDeleteMembers, bulkDeleteMembers),
  bind(members.bulkDeleteMembersByFilter, bulkDeleteMembersByFilter),
  bind(members.bulkApproveMembersByFilter, bulkApproveMembersByFilter),
  bind(members.bulkBlockMembersByFilter, bulkBlockMembersByFilter),
  bind(members.getMemberJob, getMemberJob),
  bind(members.assignRole, assignRole),
  bind(members.unassignRole, unassignRole),
  bind(members.getRoles, getRoles),
  bind(members.queryRoles, queryRoles),
  bind(members.changeLoginEmail, changeLoginEmail),
  bind(members.siteMemberRegister, siteMemberRegister),
  bind(members.siteMemberLogin, siteMemberLogin),
  bind(members.siteMemberApprove, siteMemberApprove),
  bind(members.siteMemberBlock, siteMemberBlock),
  bind(calls.exportMyData, exportMyData),
];
