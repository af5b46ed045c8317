/** Starts a server on its own port and redirects the vendor's hosts to it. */
import { pointWixSdkAt } from '../../sdk/src/wix/index.js';
import { type TestServer, testServer } from '../../server/src/testing/index.ts';

/** Sign-in settings that differ from those of a new site, named as in the settings call. */
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
  /** Access token of the site's owner, for Portico's own calls. */
  readonly owner: string;
  /** Changes the site's sign-in settings as its owner. Omitted settings get their defaults. */
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

/** @param limits true enables rate limits, and a captcha at sign-in after failed attempts */
export async function serveSite({ limits = false }: { readonly limits?: boolean } = {}): Promise<ServedSite> {
  const t = await testServer(undefined, { limits });
  const restore = pointWixSdkAt(await t.listen());
  const owner = await t.userToken('owner');
  return {
    t,
    owner,
    async configure(signIn = {}) {
      const settings = { signIn: { ...DEFAULTS, ...signIn } };
      const response = await t.call({ method: 'PATCH', path: '/portico/v1/settings', body: { settings }, as: owner });
      if (response.status !== 200) throw new Error(response.text);
      // This call changes no setting. It only waits until the server's caches reflect the change above.
      await t.configure({});
    },
    async stop() {
      restore();
      await t.stop();
    },
  };
}

/** Returns the error that a call of the client throws. */
export async function thrownBy(call: Promise<unknown>): Promise<{ status: number; code: string; message: string }> {
  const outcome = await call.then(
    () => null,
    (error: unknown) => error,
  );
  if (!(outcome instanceof Error)) throw new Error('The call succeeded, but the test expects an error.');
  const { status = 0, details } = outcome as { status?: number; details?: { applicationError?: { code: string } } };
  return { status, code: details?.applicationError?.code ?? '', message: outcome.message };
}
