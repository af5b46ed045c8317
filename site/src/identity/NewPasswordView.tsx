import { type FormErrors, ResetPassword } from '@portico/react';
import { useTexts } from '../texts/index.ts';
import { IdentityPage } from './IdentityPage.tsx';
import type { loadNewPassword } from './new-password.ts';

interface NewPasswordViewProps {
  readonly loaded: Awaited<ReturnType<typeof loadNewPassword>>;
  readonly errors: FormErrors | undefined;
}

/** The form to set a password after a mailed link, or an explanation if the link has expired. */
export function NewPasswordView({ loaded: { siteName, shortestPassword, recovery }, errors }: NewPasswordViewProps) {
  const texts = useTexts();
  const { newPassword } = texts;
  if (!recovery) {
    return (
      <IdentityPage siteName={siteName} title={newPassword.expiredTitle} lead={newPassword.expiredLead}>
        <p className="actions">
          <a className="portico-button" href="/forgot-password">
            {newPassword.requestLink}
          </a>
        </p>
      </IdentityPage>
    );
  }
  const [title, lead, button] =
    recovery.purpose === 'RECOVERY'
      ? [newPassword.title, newPassword.lead(recovery.email), newPassword.button]
      : [newPassword.activateTitle, newPassword.activateLead(recovery.email), newPassword.activateButton];
  return (
    <IdentityPage siteName={siteName} title={title} lead={lead} hasErrors={errors !== undefined}>
      <ResetPassword
        post={{ account: { email: recovery.email, shortestPassword, submitText: button }, errors }}
        texts={texts}
      />
    </IdentityPage>
  );
}
