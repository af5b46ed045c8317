import { useLanguage, useTexts } from '../../texts/index.ts';
import type { SignInSettings } from '../../visit.ts';
import { Altcha } from './Altcha.tsx';
import { ThirdPartyCaptcha } from './ThirdPartyCaptcha.tsx';

/** The captcha of the site inside a form. Its token is sent as `captcha`. */
export function Captcha({ settings: { mode, provider, siteKey } }: { settings: SignInSettings['captcha'] }) {
  const language = useLanguage();
  const { captcha } = useTexts();
  const invisible = mode === 'INVISIBLE';
  return (
    <div className="captcha">
      <noscript>
        <p className="portico-summary">{captcha.needsScript}</p>
      </noscript>
      {provider === 'ALTCHA' ? (
        <Altcha invisible={invisible} language={language} failure={captcha.cannotLoad} />
      ) : (
        <ThirdPartyCaptcha
          provider={provider}
          siteKey={siteKey}
          invisible={invisible}
          language={language}
          failure={captcha.cannotLoad}
        />
      )}
    </div>
  );
}
