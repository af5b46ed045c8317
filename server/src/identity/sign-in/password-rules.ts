import { LONGEST_PASSWORD, SHORTEST_PASSWORD } from '@portico/domain';
import type { FieldViolation } from '../../kernel/app-error.ts';

/** What is wrong with a new password; length is the only rule (NIST SP 800-63B, section 5.1.1.2). */
export function passwordViolations(password: string, field: string): FieldViolation[] {
  if (password.length < SHORTEST_PASSWORD) {
    return [
      {
        field,
        description: `must have at least ${SHORTEST_PASSWORD} characters`,
        violatedRule: 'MIN_LENGTH',
        data: { threshold: SHORTEST_PASSWORD },
      },
    ];
  }
  if (password.length > LONGEST_PASSWORD) {
    return [
      {
        field,
        description: `must have at most ${LONGEST_PASSWORD} characters`,
        violatedRule: 'MAX_LENGTH',
        data: { threshold: LONGEST_PASSWORD },
      },
    ];
  }
  return [];
}
