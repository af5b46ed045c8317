import { MAX_PASSWORD_LENGTH, MIN_PASSWORD_LENGTH } from '@portico/domain';
import type { FieldViolation } from './app-error.ts';
import { isCommonPassword } from './common-passwords.ts';

/**
 * Returns the rules that a new password violates: it is too short or too long, is common, or equals the e-mail address
 * or its part before the @ (NIST SP 800-63B, section 5.1.1.2). No kinds of characters are required. `email` is the
 * account's address, or null if there is none yet.
 */
export function findPasswordViolations(password: string, field: string, email: string | null): FieldViolation[] {
  if (password.length < MIN_PASSWORD_LENGTH) {
    return [
      {
        field,
        description: `must have at least ${MIN_PASSWORD_LENGTH} characters`,
        violatedRule: 'MIN_LENGTH',
        data: { threshold: MIN_PASSWORD_LENGTH },
      },
    ];
  }
  if (password.length > MAX_PASSWORD_LENGTH) {
    return [
      {
        field,
        description: `must have at most ${MAX_PASSWORD_LENGTH} characters`,
        violatedRule: 'MAX_LENGTH',
        data: { threshold: MAX_PASSWORD_LENGTH },
      },
    ];
  }
  if (isCommonPassword(password)) return [violation(field, 'COMMON_PASSWORD', 'is one that many people use')];
  if (email && isEmailOrLocalPart(password, email))
    return [violation(field, 'PASSWORD_IS_EMAIL', 'is the e-mail address')];
  return [];
}

const violation = (field: string, ruleName: string, description: string): FieldViolation => ({
  field,
  description,
  violatedRule: 'NOT_ALLOWED_VALUE',
  ruleName,
  data: {},
});

/** True for the full address or its part before the @, in any case. */
function isEmailOrLocalPart(password: string, email: string): boolean {
  const [plain, address] = [normalize(password), normalize(email)];
  return plain === address || plain === address.slice(0, address.lastIndexOf('@'));
}

const normalize = (text: string): string => text.normalize('NFKC').toLowerCase();
