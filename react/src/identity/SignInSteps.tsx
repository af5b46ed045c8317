import type { ReactNode } from 'react';
import { usePortico } from '../provider/PorticoProvider.tsx';
import type { Texts } from '../texts/index.ts';
import { VerifyEmailForms } from './CodeForms.tsx';
import { CompleteProfile } from './CompleteProfile.tsx';
import { Panel } from './Panel.tsx';
import { useMember } from './use-member.ts';
import type { SignInFlow } from './use-sign-in-flow.ts';
import { useSignInSettings } from './use-sign-in-settings.ts';

/** The steps of a sign-in after e-mail and password. */
export function SignInSteps({ flow, texts }: { flow: SignInFlow; texts: Texts }) {
  const { session } = usePortico();
  if (session.status === 'signedIn' || flow.step === 'done') return <SignedIn texts={texts} />;
  const { verifyEmail, completeProfile } = texts;
  if (flow.step === 'verifyEmail') {
    return (
      <Panel title={verifyEmail.title} lead={flow.email && verifyEmail.lead(flow.email)} focused>
        <VerifyEmailForms flow={flow} texts={texts} />
        <BackLink text={verifyEmail.otherAddress} onClick={flow.restart} />
      </Panel>
    );
  }
  if (flow.step === 'completeProfile') {
    return (
      <SitePanel title={completeProfile.title} lead={completeProfile.lead}>
        <CompleteProfile flow={flow} texts={texts} />
      </SitePanel>
    );
  }
  return (
    <SitePanel title={texts.waiting.title} lead={texts.waiting.lead}>
      <p>{texts.waiting.text(flow.email)}</p>
      <BackLink text={texts.waiting.check} onClick={flow.restart} />
    </SitePanel>
  );
}

/** A panel whose lead names the site. */
function SitePanel({ lead, ...panel }: { title: string; lead(site: string): string; children: ReactNode }) {
  const { settings } = useSignInSettings();
  return <Panel {...panel} lead={settings && lead(settings.siteName)} focused />;
}

export function BackLink({ text, onClick }: { text: string; onClick(): void }) {
  return (
    <ul className="portico-links">
      <li>
        <button className="portico-link" type="button" onClick={onClick}>
          {text}
        </button>
      </li>
    </ul>
  );
}

/** Replaces the form after the sign-in if the app does not navigate to another page. */
function SignedIn({ texts }: { texts: Texts }) {
  const { member } = useMember();
  return (
    <p className="portico-status" role="status">
      {member ? texts.forms.signedInAs(member.profile.nickname || member.loginEmail || '') : texts.forms.loading}
    </p>
  );
}
