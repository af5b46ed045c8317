import { identityEndpoints as calls } from '@portico/contract/identity';
import { membersEndpoints as members } from '@portico/contract/members';
import { bind, bindOpen, type Route } from '../http/bind.ts';
import { authorize } from './authorize/authorize.ts';
import { getSession, hostedSignIn, hostedSignOut, hostedSignUp } from './hosted/session.ts';
import { getCurrentMember, getMember, listAllMembers, queryMembers } from './members/read-members.ts';
import { updateMember } from './members/update-member.ts';
import { issueToken } from './oauth/issue-token.ts';
import { revokeToken } from './oauth/revoke-token.ts';
import { tokenInfo } from './oauth/token-info.ts';
import { userInfo } from './oauth/user-info.ts';
import { createRedirectSession } from './redirects/create-redirect-session.ts';
import { logout } from './redirects/logout.ts';
import { preWarm } from './redirects/pre-warm.ts';
import { changePassword } from './sign-in/change-password.ts';
import { login } from './sign-in/login.ts';
import { register } from './sign-in/register.ts';
import { signOn } from './sign-in/sign-on.ts';

export const identityRoutes: Route[] = [
  bindOpen(calls.issueToken, issueToken),
  bindOpen(calls.tokenInfo, tokenInfo),
  bindOpen(calls.revokeToken, revokeToken),
  bind(calls.userInfo, userInfo),
  bind(calls.createRedirectSession, createRedirectSession),
  bindOpen(calls.authorize, authorize),
  bindOpen(calls.logout, logout),
  bindOpen(calls.preWarm, preWarm),
  bind(calls.register, register),
  bind(calls.login, login),
  bind(calls.signOn, signOn),
  bind(calls.changePassword, changePassword),
  bindOpen(calls.hostedSignIn, hostedSignIn),
  bindOpen(calls.hostedSignUp, hostedSignUp),
  bindOpen(calls.hostedSignOut, hostedSignOut),
  bindOpen(calls.getSession, getSession),
  bind(members.getCurrentMember, getCurrentMember),
  bind(members.getMember, getMember),
  bind(members.listMembers, listAllMembers),
  bind(members.queryMembers, queryMembers),
  bind(members.updateMember, updateMember),
];
