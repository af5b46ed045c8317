import { disposableEmailBlocklistSet } from 'disposable-email-domains-js';

let domains: ReadonlySet<string> | undefined;

/** True when the e-mail address is of a provider of throw-away addresses. The list is read once: it has tens of thousands of lines. */
export function isDisposable(email: string): boolean {
  domains ??= disposableEmailBlocklistSet();
  return domains.has(
    email
      .slice(email.lastIndexOf('@') + 1)
      .trim()
      .toLowerCase(),
  );
}
