/** A whole server on a port of its own, with the vendor's hosts sent to it: what every file here drives. */
import { pointWixSdkAt } from '../../sdk/src/wix/index.js';
import { type TestServer, testServer } from '../../server/src/testing/index.ts';

/** What differs from a new site, by the names of the settings call. */
export interface SignInSettings {
  readonly signUp?: 'OPEN' | 'CLOSED';
  readonly requireOwnerApproval?: boolean;
  readonly requireEmailVerification?: boolean;
  readonly requiredFields?: readonly string[];
  readonly protectAccountExistence?: boolean;
  readonly captcha?: { readonly mode: 'OFF' | 'VISIBLE' | 'INVISIBLE' };
}

export interface ServedSite {
  readonly t: TestServer;
  /** access token of the site's owner, for Portico's own calls */
  readonly owner: string;
  /** sets the site's sign-in settings through the API as its owner: what is named, and the defaults for the rest */
  configure(signIn?: SignInSettings): Promise<void>;
  stop(): Promise<void>;
}

const DEFAULTS = {
  signUp: 'OPEN',
  requireOwnerApproval: false,
  requireEmailVerification: false,
  requiredFields: [],
  protectAccountExistence: true,
  captcha: { mode: 'OFF' },
} as const;

/** @param limits with the brakes on: a captcha is asked for at sign-in after failures, which are counted with them */
export async function serveSite({ limits = false }: { readonly limits?: boolean } = {}): Promise<ServedSite> {
  const t = await testServer(undefined, { limits });
  const restore = pointWixSdkAt(await t.listen());
  const owner = await t.userToken('owner');
  return {
    t,
    owner,
    async configure(signIn = {}) {
      const settings = { signIn: { ...DEFAULTS, ...signIn } };
      const answer = await t.call({ method: 'PATCH', path: '/portico/v1/settings', body: { settings }, as: owner });
      if (answer.status !== 200) throw new Error(answer.text);
      // Changes nothing more, and waits until the process has heard of what changed.
      await t.configure({});
    },
    async stop() {
      restore();
      await t.stop();
    },
  };
}

/** A call of the client as it was thrown, and what the vendor's errors carry. */
export async function thrownBy(call: Promise<unknown>): Promise<{ status: number; code: string; message: string }> {
  const outcome = await call.then(
    () => null,
    (error: unknown) => error,
  );
  if (!(outcome instanceof Error)) throw new Error('the call was to be refused');
  const { status = 0, details } = outcome as { status?: number; details?: { applicationError?: { code: string } } };
  return { status, code: details?.applicationError?.code ?? '', message: outcome.message };
}
