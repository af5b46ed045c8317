import { NewPasswordForm, type NewPasswordFormProps } from '@portico/react';
import { useTexts } from '../texts/index.ts';
import { IdentityPage } from './IdentityPage.tsx';
import type { loadNewPassword } from './new-password.ts';

interface NewPasswordViewProps {
  readonly loaded: Awaited<ReturnType<typeof loadNewPassword>>;
  readonly errors: NewPasswordFormProps['errors'];
}

/** A password by a mailed link, or what to do where the link no longer works. */
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
    <IdentityPage siteName={siteName} title={title} lead={lead} problem={errors !== undefined}>
      <NewPasswordForm
        email={recovery.email}
        shortestPassword={shortestPassword}
        submitText={button}
        errors={errors}
        texts={texts}
      />
    </IdentityPage>
  );
}
