import type { FieldViolation } from '../../kernel/app-error.ts';

const LEAST_CHARACTERS = 8;
/** beyond any passphrase; keeps a flood of megabyte passwords away from the hash */
const MOST_CHARACTERS = 1_000;

/** What is wrong with a new password; length is the only rule (NIST SP 800-63B, section 5.1.1.2). */
export function passwordViolations(password: string, field: string): FieldViolation[] {
  if (password.length < LEAST_CHARACTERS) {
    return [
      {
        field,
        description: `must have at least ${LEAST_CHARACTERS} characters`,
        violatedRule: 'MIN_LENGTH',
        data: { threshold: LEAST_CHARACTERS },
      },
    ];
  }
  if (password.length > MOST_CHARACTERS) {
    return [
      {
        field,
        description: `must have at most ${MOST_CHARACTERS} characters`,
        violatedRule: 'MAX_LENGTH',
        data: { threshold: MOST_CHARACTERS },
      },
    ];
  }
  return [];
}
