import { useLanguage, useTexts } from '../../texts/index.ts';
import type { SignInSettings } from '../../visit.ts';
import { Altcha } from './Altcha.tsx';
import { OutsideCaptcha } from './OutsideCaptcha.tsx';

/** The site's captcha inside a form; its answer is posted as `captcha`. */
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
        <OutsideCaptcha
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
