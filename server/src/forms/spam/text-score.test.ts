import { describe, expect, it } from 'vitest';
import { ham, spam } from '../testing/spam-texts.ts';
import { SPAM_SCORE, scoreOf } from './text-score.ts';

const textsOf = (line: string) => {
  const [name = '', message = ''] = line.split(' | ');
  return [
    { text: name, isName: true },
    { text: message, isName: false },
  ];
};
const isSpam = (line: string) => scoreOf(textsOf(line)).points >= SPAM_SCORE;

describe('scoreOf', () => {
  it.each(ham)('stays below the limit for a message of a person: %s', (line) => {
    expect(isSpam(line)).toBe(false);
  });

  it('detects at least nine of ten spam messages', () => {
    expect(spam.length).toBeGreaterThanOrEqual(40);
    expect(spam.filter(isSpam).length).toBeGreaterThanOrEqual(spam.length * 0.9);
  });

  it('stays below the limit for names and messages of people if the form does not mark names', () => {
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
    'takes at most two seconds for a text that consists of %s',
    (_what, text) => {
      expect(scoreOf([{ text, isName: true }]).points).toBeGreaterThanOrEqual(0);
    },
    2_000,
  );
});
