/** The vendor's older site-member calls, which `members.authentication` still sends (identity contract 6.3). */
import Type from 'typebox';
import { endpoint } from '../endpoint.ts';
import { Empty, Guid } from '../shared.ts';
import { Member } from './schemas.ts';

const Credentials = Type.Object({
  email: Type.String({ maxLength: 1000 }),
  password: Type.String(),
  contactInfo: Type.Optional(Type.Record(Type.String(), Type.Unknown())),
  profilePrivacyStatus: Type.Optional(Type.String({ maxLength: 20 })),
});
const Session = Type.Object({ token: Type.String() });
const CAPTCHA = ['-19970', '-19971'] as const;
const MemberSelector = Type.Object({
  id: Type.Optional(Guid),
  email: Type.Optional(Type.String({ maxLength: 254 })),
  token: Type.Optional(Type.String({ maxLength: 1000 })),
});

export const authenticationEndpoints = {
  sendSetPasswordEmail: endpoint({
    id: 'identity.siteMembers.sendSetPasswordEmail',
    slice: 'identity',
    access: 'token',
    method: 'POST',
    path: '/v1/auth/members/send-set-password-email',
    summary: 'Mail a link for setting a password',
    body: Type.Object({
      email: Type.String({ maxLength: 254 }),
      hideIgnoreMessage: Type.Optional(Type.Union([Type.Boolean(), Type.Null()])),
    }),
    response: Type.Object({ accepted: Type.Boolean() }),
    errors: ['-19999'],
  }),
  siteMemberRegister: endpoint({
    id: 'identity.siteMembers.register',
    slice: 'identity',
    access: 'token',
    method: 'POST',
    path: '/api/v1/auth/register',
    summary: 'Register (older call)',
    body: Credentials,
    response: Type.Object({
      member: Member,
      session: Type.Optional(Session),
      approvalToken: Type.Optional(Type.String()),
    }),
    errors: [
      '-19995',
      'SIGN_UP_CLOSED',
      'SLUG_ALREADY_EXISTS',
      'EMAIL_VERIFICATION_REQUIRED',
      'MEMBER_PENDING',
      ...CAPTCHA,
    ],
  }),
  siteMemberLogin: endpoint({
    id: 'identity.siteMembers.login',
    slice: 'identity',
    access: 'token',
    method: 'POST',
    path: '/api/v1/auth/login',
    summary: 'Sign in (older call)',
    body: Credentials,
    response: Type.Object({ member: Member, session: Session }),
    errors: [
      '-19976',
      '-19999',
      '-19973',
      'MEMBER_BLOCKED',
      'EMAIL_VERIFICATION_REQUIRED',
      'MEMBER_PENDING',
      ...CAPTCHA,
    ],
  }),
  changeLoginEmail: endpoint({
    id: 'identity.siteMembers.changeLoginEmail',
    slice: 'identity',
    access: 'members:manage',
    method: 'PATCH',
    path: '/api/v1/members/{id}/change-login-email',
    summary: 'Change the sign-in e-mail of a member',
    query: Type.Object({ id: Guid }),
    body: Type.Object({ newEmail: Type.String({ maxLength: 254 }) }),
    response: Type.Object({ member: Member }),
    errors: ['MEMBER_NOT_FOUND', '-19995'],
  }),
  siteMemberApprove: endpoint({
    id: 'identity.siteMembers.approve',
    slice: 'identity',
    access: 'members:manage',
    method: 'POST',
    path: '/api/v1/members/approve',
    summary: 'Approve a pending member, by id or e-mail',
    body: MemberSelector,
    response: Empty,
    errors: ['MEMBER_NOT_FOUND', 'MEMBER_STATUS_TRANSITION'],
  }),
  siteMemberBlock: endpoint({
    id: 'identity.siteMembers.block',
    slice: 'identity',
    access: 'members:manage',
    method: 'POST',
    path: '/api/v1/members/block',
    summary: 'Block a member, by id or e-mail',
    body: MemberSelector,
    response: Empty,
    errors: ['MEMBER_NOT_FOUND', 'MEMBER_STATUS_TRANSITION'],
  }),
};
