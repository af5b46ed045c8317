import type { Calls } from '@portico/contract';
import { en, type Texts } from '../texts/index.ts';
import { deviceName } from './device-name.ts';
import { Hidden } from './Field.tsx';

/** One place where a member is signed in, as GET /portico/v1/my/sessions answers it. */
export type MemberSession = Calls['identity.sessions.list']['answer']['sessions'][number];

/** A session whose times are words already, so that server and browser agree on them. */
export type ShownSession = Pick<MemberSession, 'sessionId' | 'current' | 'userAgent' | 'address' | 'appName'> & {
  readonly created: string;
  readonly lastUsed: string;
};

export interface SessionListProps {
  /** address to post to; absent: the page's own */
  readonly action?: string;
  readonly sessions: readonly ShownSession[];
  /** in which language, English unless it is given */
  readonly texts?: Texts;
}

/**
 * Where a member is signed in, each place with a form that ends it (`intent` is `end-session`, with `sessionId`), and
 * one that ends all the others (`intent` is `end-others`).
 */
export function SessionList({ action, sessions, texts = en }: SessionListProps) {
  const { account } = texts;
  return (
    <>
      <ul className="portico-sessions">
        {sessions.map((session) => (
          <li key={session.sessionId} className="portico-session">
            <div>
              <p className="portico-session-name">
                {deviceName(session.userAgent, texts)}
                {session.appName && ` ${account.app(session.appName)}`}
                {session.current && <span className="portico-badge">{account.thisDevice}</span>}
              </p>
              <p className="portico-help">
                {account.lastUsed(session.lastUsed)}, {account.signedInOn(session.created)}
                {session.address && (
                  <>
                    {' · '}
                    <bdi dir="ltr">{session.address}</bdi>
                  </>
                )}
              </p>
            </div>
            {!session.current && (
              <form method="post" action={action}>
                <Hidden values={{ intent: 'end-session', sessionId: session.sessionId }} />
                <button
                  className="portico-link"
                  type="submit"
                  aria-label={account.endSessionOf(deviceName(session.userAgent, texts))}
                >
                  {account.endSession}
                </button>
              </form>
            )}
          </li>
        ))}
      </ul>
      {sessions.some(({ current }) => !current) && (
        <form className="portico-aside" method="post" action={action}>
          <Hidden values={{ intent: 'end-others' }} />
          <button className="button-quiet" type="submit">
            {account.endOthers}
          </button>
        </form>
      )}
    </>
  );
}
