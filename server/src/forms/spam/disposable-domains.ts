import { disposableEmailBlocklistSet } from 'disposable-email-domains-js';

let domains: ReadonlySet<string> | undefined;

/** Returns true for an address of a disposable e-mail provider. Loads the list of tens of thousands of domains once. */
export function isDisposable(email: string): boolean {
  domains ??= disposableEmailBlocklistSet();
  return domains.has(
    email
      .slice(email.lastIndexOf('@') + 1)
      .trim()
      .toLowerCase(),
  );
}
