import { describe, expect, it } from 'vitest';
import { SPAM_SCORE, scoreOf } from './text-score.ts';
import { ham, spam } from './texts.fixture.ts';

const textsOf = (line: string) => {
  const [name = '', message = ''] = line.split(' | ');
  return [
    { text: name, isName: true },
    { text: message, isName: false },
  ];
};
const isSpam = (line: string) => scoreOf(textsOf(line)).points >= SPAM_SCORE;

describe('texts of a form', () => {
  it.each(ham)('lets a person pass: %s', (line) => {
    expect(isSpam(line)).toBe(false);
  });

  it('finds nine in ten of what robots send', () => {
    expect(spam.length).toBeGreaterThanOrEqual(40);
    expect(spam.filter(isSpam).length).toBeGreaterThanOrEqual(spam.length * 0.9);
  });

  it('takes the place of a name for what it is where the form does not say', () => {
    const people = ham.flatMap((line) => textsOf(line).map(({ text }) => ({ text, isName: false })));
    expect(people.filter((text) => scoreOf([text]).points >= SPAM_SCORE)).toEqual([]);
  });

  it.each([
    ['brackets', '<a '.repeat(7_000)],
    ['spaces', `earn${' '.repeat(20_000)}`],
    ['words that begin a phrase', 'increase organic '.repeat(1_200)],
    ['links', 'http://'.repeat(3_000)],
    ['one letter', 'a'.repeat(20_000)],
    ['numbers', '1,000'.repeat(4_000)],
    ['nothing', ''],
  ])(
    'ends on a text of nothing but %s',
    (_what, text) => {
      expect(scoreOf([{ text, isName: true }]).points).toBeGreaterThanOrEqual(0);
    },
    2_000,
  );
});
