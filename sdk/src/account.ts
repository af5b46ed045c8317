import type { Call } from './call.ts';
import type { Calls } from './calls.gen.ts';
import {
  identityAccountExport,
  identityCaptchaChallenge,
  identityMembersDeleteMy,
  identityRolesGet,
  identitySessionsEnd,
  identitySessionsEndOthers,
  identitySessionsList,
  sitesSettingsSignIn,
} from './routes.gen.ts';

/** The site's public settings for sign-in and sign-up. */
export type SignInSettings = Calls['sites.settings.signIn']['response'];
/** One session of a member, with device and address. */
export type MemberSession = Calls['identity.sessions.list']['response']['sessions'][number];
/** Everything that the site stores about a member. */
export type MemberData = Calls['identity.account.export']['response'];

/**
 * The account of the signed-in member: `client.account`. `signInSettings` and `captchaChallenge` need no member.
 */
export interface AccountClient {
  /** Returns the public settings of sign-in and sign-up: required fields, captcha, shortest password. */
  signInSettings(): Promise<SignInSettings>;
  /** Returns a challenge of the built-in captcha, for an ALTCHA widget. Its solution is a captcha token. */
  captchaChallenge(): Promise<Readonly<Record<string, unknown>>>;
  /** Returns the keys of the roles that owners have assigned to the member. */
  roles(memberId: string): Promise<string[]>;
  /** Returns the sessions of the member, latest first. */
  sessions(): Promise<MemberSession[]>;
  endSession(sessionId: string): Promise<void>;
  /** Ends all sessions of the member except this one. */
  endOtherSessions(): Promise<void>;
  /** Returns a copy of all data about the member. */
  exportData(): Promise<MemberData>;
  /** Deletes the member for good. Call `auth.signOut` afterwards. */
  deleteAccount(): Promise<void>;
}

export function createAccountClient(call: Call): AccountClient {
  return {
    signInSettings: () => call(sitesSettingsSignIn),
    captchaChallenge: () => call(identityCaptchaChallenge),
    roles: async (memberId) =>
      (await call(identityRolesGet, { query: { memberId } })).roles.map(({ roleKey }) => roleKey),
    sessions: async () => (await call(identitySessionsList)).sessions,
    async endSession(sessionId) {
      await call(identitySessionsEnd, { query: { sessionId } });
    },
    async endOtherSessions() {
      await call(identitySessionsEndOthers, { body: {} });
    },
    exportData: () => call(identityAccountExport),
    async deleteAccount() {
      await call(identityMembersDeleteMy);
    },
  };
}
