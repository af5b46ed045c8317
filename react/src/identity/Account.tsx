import { type ReactNode, useState } from 'react';
import { Failure } from '../data/LoadError.tsx';
import { useTexts } from '../provider/PorticoProvider.tsx';
import type { Texts } from '../texts/index.ts';
import { ButtonForm } from './ButtonForm.tsx';
import { DeleteForm } from './DeleteForm.tsx';
import { type FormControl, type FormErrors, NO_ERRORS, textOf } from './form-control.ts';
import { IdentityForm } from './IdentityForm.tsx';
import { NewPasswordForm } from './NewPasswordForm.tsx';
import { ProfileInputs } from './ProfileInputs.tsx';
import { AccessMessage, SignInMessage } from './Protected.tsx';
import { readProfile } from './profile-fields.ts';
import { SessionList } from './SessionList.tsx';
import { type AccountAction, type AccountData, useAccount } from './use-account.ts';
import { useAuth } from './use-auth.ts';

export interface AccountPost {
  /** URL of the page. Each form posts its action as `intent`: `profile`, `password`, `end-session`, `end-others`, `delete`. */
  readonly action: string;
  readonly account: AccountData;
  /** The action that has just succeeded. */
  readonly done: AccountAction | null;
  /** The action that has just failed. */
  readonly rejected: {
    readonly intent: string;
    readonly errors: FormErrors;
    readonly values?: Readonly<Record<string, string>>;
  } | null;
  readonly signOutUrl: string;
  /** URL of the file with the member's data. */
  readonly exportUrl: string;
  readonly forgotPasswordUrl: string;
}

export interface AccountProps {
  /** Required if a server handles the forms. */
  readonly post?: AccountPost;
  /** URL of a page with ResetPassword, for members without a password. Without it, no link is shown. */
  readonly forgotPasswordUrl?: string;
  /** URL of the page with SignIn. Without this URL, a visitor sees no link to the page. */
  readonly signInUrl?: string;
  readonly onSignedOut?: () => void;
  readonly texts?: Texts;
}

/** The account of the signed-in member: profile, password, sessions, data and deletion. */
export function Account({ post, texts: ownTexts, ...props }: AccountProps) {
  const texts = useTexts(ownTexts);
  if (!post) return <ConnectedAccount {...props} texts={texts} />;
  const { action, account, done, rejected, signOutUrl, exportUrl, forgotPasswordUrl } = post;
  const controlOf = (intent: AccountAction): FormControl => ({
    action: `${action}#${intent}`,
    intent,
    ...(rejected?.intent === intent ? { errors: rejected.errors, values: rejected.values } : {}),
  });
  return (
    <AccountSections
      account={account}
      done={rejected ? null : done}
      controlOf={controlOf}
      signOut={{ action: signOutUrl }}
      download={
        <a className="portico-button-quiet" href={exportUrl} download>
          {texts.account.download}
        </a>
      }
      forgotPasswordUrl={forgotPasswordUrl}
      timeZone="UTC"
      texts={texts}
    />
  );
}

function ConnectedAccount({ forgotPasswordUrl, signInUrl, onSignedOut, texts }: AccountProps & { texts: Texts }) {
  const { status } = useAuth();
  const state = useAccount({ texts });
  const [enteredValues, setEnteredValues] = useState<Readonly<Record<string, string>> | undefined>();
  const { account, error, pending, done, rejected } = state;
  if (status === 'signedOut') {
    if (done === 'delete') return <AccessMessage text={texts.signedOut.deletedTitle} />;
    return <SignInMessage url={signInUrl} texts={texts} />;
  }
  if (!account) return error ? <Failure text={texts.items.failed} /> : <p role="status">{texts.forms.loading}</p>;
  const handlers: Readonly<Record<AccountAction, (data: FormData) => Promise<void>>> = {
    profile(data) {
      const values = readProfile(account.fields, data);
      setEnteredValues(values);
      return state.saveProfile(values);
    },
    password: (data) => state.changePassword(textOf(data, 'currentPassword'), textOf(data, 'newPassword')),
    'end-session': (data) => state.endSession(textOf(data, 'sessionId')),
    'end-others': () => state.endOtherSessions(),
    delete: (data) => state.deleteAccount(textOf(data, 'email')),
  };
  const controlOf = (action: AccountAction): FormControl => ({
    errors: rejected?.action === action ? rejected.errors : NO_ERRORS,
    values: action === 'profile' ? enteredValues : undefined,
    pending: pending === action,
    onSubmit: (data) => void handlers[action](data),
  });
  return (
    <AccountSections
      title={texts.account.title}
      account={account}
      done={done}
      controlOf={controlOf}
      signOut={{ onSubmit: () => void state.signOut().finally(onSignedOut) }}
      download={<DownloadButton text={texts.account.download} failure={texts.items.failed} load={state.exportData} />}
      forgotPasswordUrl={forgotPasswordUrl}
      timeZone={undefined}
      texts={texts}
    />
  );
}

/** Keys of the messages that the page shows after an action. `delete` has none, because no account page is left. */
const CONFIRMATIONS = {
  profile: 'profileSaved',
  password: 'passwordSaved',
  'end-session': 'sessionEnded',
  'end-others': 'othersEnded',
} as const;

interface SectionsProps {
  /** The heading. Omitted if the page has its own. */
  readonly title?: string;
  readonly account: AccountData;
  readonly done: AccountAction | null;
  controlOf(action: AccountAction): FormControl;
  readonly signOut: FormControl;
  readonly download: ReactNode;
  readonly forgotPasswordUrl: string | undefined;
  readonly timeZone: string | undefined;
  readonly texts: Texts;
}

function AccountSections(props: SectionsProps) {
  const { title, account, done, controlOf, signOut, download, forgotPasswordUrl, timeZone, texts } = props;
  const { account: words, fields: labels, newPassword, language } = texts;
  const profile = controlOf('profile');
  const memberSince = new Intl.DateTimeFormat(language, { dateStyle: 'long', timeZone });
  return (
    <div className="portico-account">
      {title && <h2 className="portico-title">{title}</h2>}
      <p className="portico-status" role="status">
        {done && done !== 'delete' ? words[CONFIRMATIONS[done]] : ''}
      </p>
      <dl className="portico-details">
        <div>
          <dt>{labels.email}</dt>
          <dd>
            <bdi>{account.email}</bdi>
          </dd>
        </div>
        <div>
          <dt>{words.memberSince}</dt>
          <dd>{memberSince.format(new Date(account.createdDate))}</dd>
        </div>
      </dl>
      <ButtonForm control={signOut} className="portico-button-quiet" text={words.signOut} />
      <Section id="profile" title={words.profile}>
        <IdentityForm control={profile} submitText={words.saveProfile} texts={texts}>
          <ProfileInputs fields={account.fields} values={profile.values ?? account.values} texts={texts} />
        </IdentityForm>
      </Section>
      <Section id="password" title={words.password} lead={words.passwordLead}>
        <NewPasswordForm
          // Clears the inputs after a change of the password.
          key={done === 'password' ? 'changed' : 'first'}
          control={controlOf('password')}
          email={account.email}
          withCurrent
          shortestPassword={account.shortestPassword}
          submitText={newPassword.changeButton}
          texts={texts}
        />
        {forgotPasswordUrl && (
          <p>
            {words.noPasswordYet} <a href={forgotPasswordUrl}>{newPassword.requestLink}</a>
          </p>
        )}
      </Section>
      <Section id="sessions" title={words.sessions} lead={words.sessionsLead}>
        <SessionList
          sessions={account.sessions}
          endSession={controlOf('end-session')}
          endOthers={controlOf('end-others')}
          timeZone={timeZone}
          texts={texts}
        />
      </Section>
      <Section id="data" title={words.data} lead={words.dataLead}>
        {download}
      </Section>
      <Section id="delete" title={words.delete} lead={words.deleteLead}>
        <DeleteForm control={controlOf('delete')} texts={texts} />
      </Section>
    </div>
  );
}

interface SectionProps {
  /** The fragment of the URL to which the forms of this section post. */
  readonly id: string;
  readonly title: string;
  readonly lead?: string;
  readonly children: ReactNode;
}

function Section({ id, title, lead, children }: SectionProps) {
  return (
    <section className="portico-section" id={id}>
      <h2>{title}</h2>
      {lead && <p className="portico-lead">{lead}</p>}
      {children}
    </section>
  );
}

interface DownloadButtonProps {
  readonly text: string;
  readonly failure: string;
  load(): Promise<Blob>;
}

function DownloadButton({ text, failure, load }: DownloadButtonProps) {
  const [hasFailed, setFailed] = useState(false);
  async function download(): Promise<void> {
    setFailed(false);
    try {
      const link = document.createElement('a');
      link.href = URL.createObjectURL(await load());
      link.download = 'my-data.json';
      link.click();
      URL.revokeObjectURL(link.href);
    } catch {
      setFailed(true);
    }
  }
  return (
    <>
      {hasFailed && <p role="alert">{failure}</p>}
      <button className="portico-button-quiet" type="button" onClick={() => void download()}>
        {text}
      </button>
    </>
  );
}
