import { useFormContext } from './form-context.ts';

/** Shows a sign-in link, or the name of the signed-in member. */
export function LoginBar() {
  const { signIn, texts } = useFormContext();
  if (signIn.memberName) {
    return <p className="portico-login-bar">{texts.forms.signedInAs(signIn.memberName)}</p>;
  }
  if (!signIn.url) return null;
  return (
    <p className="portico-login-bar">
      {texts.forms.alreadyMember} <a href={signIn.url}>{texts.forms.signIn}</a>
    </p>
  );
}
