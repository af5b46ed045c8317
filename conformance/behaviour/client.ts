/** The interface of both clients. The adapters rename methods and properties, and change no behaviour. */
import type { FieldError, ItemsClient, MemberAuth, SignIn } from '../../sdk/src/index.ts';
import type { SubmissionQuery, SubmissionsClient } from '../../sdk/src/submissions.ts';

export interface BehaviourClient {
  readonly items: Items;
  readonly auth: Auth;
  readonly forms: Forms;
  readonly submissions: Submissions;
  /** Returns the id of the signed-in member. */
  currentMemberId(): Promise<string | null | undefined>;
}

export type Items = ItemsClient;

export interface Tokens {
  readonly accessToken: { readonly value: string; readonly expiresAt: number };
  readonly refreshToken: { readonly value: string; readonly role: string };
}

export interface Auth
  extends Pick<SignIn, 'register' | 'login' | 'processVerification' | 'sendPasswordResetEmail'>,
    Pick<MemberAuth, 'generateOAuthData' | 'getAuthUrl' | 'parseFromUrl' | 'logout'> {
  getMemberTokens(
    code: string | null,
    state: string | null,
    oauthData: { readonly state: string; readonly codeVerifier: string; readonly redirectUri?: string },
  ): Promise<Tokens>;
  getMemberTokensForDirectLogin(sessionToken: string): Promise<Tokens>;
  getMemberTokensForExternalLogin(memberId: string, apiKey: string): Promise<Tokens>;
  getMemberTokensForExternalLoginWithSession(email: string, apiKey: string): Promise<Tokens>;
  /** Prepares the session of the hosted pages in a hidden frame. Works only in a browser. */
  preWarm(options?: { readonly force?: boolean }): Promise<void>;
  /** Returns valid tokens. Requests new ones if there are none. */
  validTokens(): Promise<Tokens>;
  storedTokens(): Promise<Tokens | null>;
  setTokens(tokens: Tokens): Promise<void>;
  isLoggedIn(): Promise<boolean>;
  /** Creates tokens whose expiry is in the time unit of the client (seconds or milliseconds). */
  createTokens(accessToken: string, refreshToken: string, role: string, expiresInSeconds: number): Tokens;
  expiresInSeconds(tokens: Tokens): number;
}

/** A form or submission. The adapters rename only its id. */
export type Entity = Readonly<Record<string, unknown>> & { readonly id: string };
type Values = Record<string, unknown>;

export interface Forms {
  getForm(formId: string): Promise<Entity | null>;
  validate(formId: string, values: Values, fields?: string[]): Promise<FieldError[]>;
  submit(formId: string, values: Values): Promise<Entity>;
  uploadUrl(formId: string, file: { readonly name: string; readonly type: string }): Promise<string>;
}

/** The submission calls of the site's owner. Calls that list submissions return an array with the first page only. */
export interface Submissions
  extends Pick<
    SubmissionsClient,
    'count' | 'markAsSeen' | 'updateTags' | 'remove' | 'countTrash' | 'emptyTrash' | 'reportSpam' | 'reportNotSpam'
  > {
  get(id: string): Promise<Entity | null>;
  update(id: string, change: Readonly<Record<string, unknown>>): Promise<Entity>;
  confirm(id: string): Promise<Entity>;
  restore(id: string): Promise<Entity>;
  list(query: Pick<SubmissionQuery, 'search' | 'onlyYourOwn'> & { readonly formId: string }): Promise<Entity[]>;
  listTrash(query: { readonly formId: string }): Promise<Entity[]>;
  setExtendedFields(id: string, namespace: string, data: Values): Promise<unknown>;
}
