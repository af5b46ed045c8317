import type { MemberSession } from '@portico/sdk';
import { useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { memberKey, usePortico, useTexts } from '../provider/PorticoProvider.tsx';
import type { Texts } from '../texts/index.ts';
import { type FormErrors, hasErrors } from './form-control.ts';
import {
  allProfileFields,
  type ProfileField,
  profileErrors,
  profileValues,
  toMemberChanges,
} from './profile-fields.ts';
import { errorsOf } from './rejections.ts';
import { memberAuthOf } from './use-auth.ts';
import { useMember } from './use-member.ts';
import { useSignInSettings } from './use-sign-in-settings.ts';

/** The actions on an account. */
export type AccountAction = 'profile' | 'password' | 'end-session' | 'end-others' | 'delete';

/** The data that the account page shows. */
export interface AccountData {
  readonly email: string;
  /** ISO 8601. */
  readonly createdDate: string;
  readonly fields: readonly ProfileField[];
  /** The values of the profile fields, by field key. */
  readonly values: Readonly<Record<string, string>>;
  readonly shortestPassword: number;
  readonly sessions: readonly MemberSession[];
}

export interface AccountState {
  /** Null while the account is loading, and for a visitor. */
  readonly account: AccountData | null;
  readonly error: Error | null;
  /** The action that is running. */
  readonly pending: AccountAction | null;
  /** The last action, if it succeeded. */
  readonly done: AccountAction | null;
  /** The last action that failed, with one sentence for each input. `form` holds every other error. */
  readonly rejected: { readonly action: AccountAction; readonly errors: FormErrors } | null;
  saveProfile(values: Readonly<Record<string, string>>): Promise<void>;
  changePassword(currentPassword: string, newPassword: string): Promise<void>;
  endSession(sessionId: string): Promise<void>;
  endOtherSessions(): Promise<void>;
  /** Deletes the member for good. The address must be that of the account. */
  deleteAccount(email: string): Promise<void>;
  signOut(): Promise<void>;
  /** Returns all data about the member as a JSON file. */
  exportData(): Promise<Blob>;
}

interface ActionState {
  readonly pending: AccountAction | null;
  readonly done: AccountAction | null;
  readonly rejected: AccountState['rejected'];
}

const IDLE: ActionState = { pending: null, done: null, rejected: null };

/**
 * Shows and changes the account of the signed-in member. Failed actions do not throw: their errors are in `rejected`.
 * Only `signOut` and `exportData` throw.
 */
export function useAccount({ texts: ownTexts }: { readonly texts?: Texts } = {}): AccountState {
  const texts = useTexts(ownTexts);
  const { client, queryClient, scope, session } = usePortico();
  const { member, error, update } = useMember();
  const { settings, error: settingsError } = useSignInSettings();
  const sessionsKey = [...scope, 'sessions'];
  const sessions = useQuery(
    { queryKey: sessionsKey, queryFn: () => client.account.sessions(), enabled: session.status === 'signedIn' },
    queryClient,
  );
  const [state, setState] = useState(IDLE);
  const isRunning = useRef(false);
  const auth = memberAuthOf(client);
  const fields = settings ? allProfileFields(settings, texts) : [];

  /** Runs one action at a time. `work` returns the errors of the entered values, or undefined if it succeeds. */
  async function run(action: AccountAction, work: () => Promise<FormErrors | undefined>): Promise<void> {
    if (isRunning.current) return;
    isRunning.current = true;
    setState({ ...IDLE, pending: action });
    const errors = await work().catch((error: unknown) => errorsOf(error, texts));
    isRunning.current = false;
    setState(errors ? { ...IDLE, rejected: { action, errors } } : { ...IDLE, done: action });
  }
  const readSessions = async (): Promise<undefined> => {
    await queryClient.invalidateQueries({ queryKey: sessionsKey });
  };

  return {
    account:
      member && settings && sessions.data
        ? {
            email: member.loginEmail ?? '',
            createdDate: member.createdDate,
            fields,
            values: profileValues(fields, member),
            shortestPassword: settings.shortestPassword,
            sessions: sessions.data,
          }
        : null,
    error: error ?? settingsError ?? sessions.error,
    ...state,
    saveProfile: (values) =>
      run('profile', async () => {
        const errors = profileErrors(fields, values, texts);
        if (hasErrors(errors)) return errors;
        if (member) await update(toMemberChanges(fields, values, member));
        return undefined;
      }),
    changePassword: (currentPassword, newPassword) =>
      run('password', async () => {
        // Threat: somebody at an unattended device takes over the account. The server checks the current password.
        const check = await auth.login({ email: member?.loginEmail ?? '', password: currentPassword });
        if (check.loginState === 'FAILURE') {
          const isWrong = check.errorCode === 'invalidPassword';
          return isWrong ? { currentPassword: texts.account.wrongPassword } : errorsOf(check.cause, texts);
        }
        try {
          await auth.changePassword(newPassword);
        } catch (error) {
          const { password, ...others } = errorsOf(error, texts);
          return password ? { newPassword: password } : others;
        }
        return readSessions();
      }),
    endSession: (sessionId) =>
      run('end-session', async () => {
        await client.account.endSession(sessionId);
        return readSessions();
      }),
    endOtherSessions: () =>
      run('end-others', async () => {
        await client.account.endOtherSessions();
        return readSessions();
      }),
    deleteAccount: (email) =>
      run('delete', async () => {
        const enteredEmail = email.trim().toLowerCase();
        if (enteredEmail === '' || enteredEmail !== member?.loginEmail?.toLowerCase())
          return { email: texts.account.deleteMismatch };
        await client.account.deleteAccount();
        queryClient.removeQueries({ queryKey: memberKey(scope) });
        await auth.setTokens(null);
        return undefined;
      }),
    signOut: () => auth.signOut(),
    async exportData() {
      const data = JSON.stringify(await client.account.exportData(), null, 2);
      return new Blob([data], { type: 'application/json' });
    },
  };
}
