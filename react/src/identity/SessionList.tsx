import type { MemberSession } from '@portico/sdk';
import type { Texts } from '../texts/index.ts';
import { ButtonForm } from './ButtonForm.tsx';
import { deviceName } from './device-name.ts';
import type { FormControl } from './form-control.ts';
import { formatTime } from './format-time.ts';

interface SessionListProps {
  readonly sessions: readonly MemberSession[];
  /** The form of each session, which posts `sessionId`. */
  readonly endSession: FormControl;
  readonly endOthers: FormControl;
  /** IANA time zone. Default: that of the browser. */
  readonly timeZone: string | undefined;
  readonly texts: Texts;
}

/** Lists the sessions of a member. Each has a form that ends it; another form ends all but the current one. */
export function SessionList({ sessions, endSession, endOthers, timeZone, texts }: SessionListProps) {
  const { account, language } = texts;
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
                {account.lastUsed(formatTime(session.lastUsedDate, language, timeZone))},{' '}
                {account.signedInOn(formatTime(session.createdDate, language, timeZone))}
                {session.address && (
                  <>
                    {' · '}
                    {account.address} <bdi dir="ltr">{session.address}</bdi>
                  </>
                )}
              </p>
            </div>
            {!session.current && (
              <ButtonForm
                control={endSession}
                values={{ sessionId: session.sessionId }}
                className="portico-link"
                label={account.endSessionOf(deviceName(session.userAgent, texts))}
                text={account.endSession}
              />
            )}
          </li>
        ))}
      </ul>
      {sessions.some(({ current }) => !current) && (
        <div className="portico-aside">
          <ButtonForm control={endOthers} className="portico-button-quiet" text={account.endOthers} />
        </div>
      )}
    </>
  );
}
