import type { Calls } from '@portico/contract';
import { en, type Texts } from '../texts/index.ts';
import { deviceName } from './device-name.ts';
import { Hidden } from './Field.tsx';

/** A session of a member, as GET /portico/v1/my/sessions returns it. */
export type MemberSession = Calls['identity.sessions.list']['answer']['sessions'][number];

/** A session with preformatted times, so that server and browser render the same text. */
export type ShownSession = Pick<MemberSession, 'sessionId' | 'current' | 'userAgent' | 'address' | 'appName'> & {
  readonly created: string;
  readonly lastUsed: string;
};

export interface SessionListProps {
  /** URL to post to. The default is the page's own. */
  readonly action?: string;
  readonly sessions: readonly ShownSession[];
  /** Language of the texts. The default is English. */
  readonly texts?: Texts;
}

/**
 * Lists the sessions of a member. Each has a form that ends it (`intent` is `end-session`, with `sessionId`), and
 * another form ends all other sessions (`intent` is `end-others`).
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
