// Parsers of settings that several parts of the configuration use.

/** An invalid setting. The message is one sentence for the operator. */
export class ConfigError extends Error {
  override name = 'ConfigError';
}

export function readOrigin(name: string, text: string | undefined): string | null {
  if (!text) return null;
  const url = URL.parse(text);
  const plain =
    url && ['http:', 'https:'].includes(url.protocol) && url.pathname === '/' && url.search === '' && url.hash === '';
  if (!plain)
    throw new ConfigError(
      `${name} must be an http or https address without a path, like https://www.example.org, not "${text}".`,
    );
  return url.origin;
}

/** Reads a key or secret. The error never repeats the value. */
export function readKey(name: string, text: string | undefined): string | null {
  if (!text) return null;
  if (text.length < 32) throw new ConfigError(`${name} must have at least 32 characters.`);
  return text;
}

export function readSwitch(name: string, text: string | undefined): boolean {
  return (readChoice(name, text, ['on', 'off']) ?? 'on') === 'on';
}

export function readChoice(name: string, text: string | undefined, allowed: readonly string[]): string | null {
  if (!text) return null;
  if (!allowed.includes(text)) throw new ConfigError(`${name} must be one of ${allowed.join(', ')}, not "${text}".`);
  return text;
}
