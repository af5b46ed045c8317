import type { Member } from '@portico/sdk';
import { describe, expect, it } from 'vitest';
import { en } from '../texts/index.ts';
import {
  allProfileFields,
  profileErrors,
  profileFields,
  profileValues,
  readProfile,
  toIdentityProfile,
  toMemberChanges,
} from './profile-fields.ts';

const settings = {
  requiredFields: ['firstName', 'phone', 'branch'],
  memberFields: [
    { key: 'branch', name: 'Branch', type: 'CHOICE', choices: ['City', 'Harbour'], editableByMember: true },
    { key: 'books', name: 'Books', type: 'LIST', editableByMember: true },
    { key: 'shelf', name: 'Shelf', type: 'NUMBER', editableByMember: true },
    { key: 'news', name: 'News', type: 'BOOLEAN', editableByMember: true },
    { key: 'web', name: 'Web', type: 'URL', editableByMember: true },
    { key: 'rank', name: 'Rank', type: 'TEXT', editableByMember: false },
  ],
} as Parameters<typeof profileFields>[0];
const all = allProfileFields(settings, en);

const readPosted = (values: Readonly<Record<string, string>>) => {
  const form = new FormData();
  for (const [name, value] of Object.entries(values)) form.set(name, value);
  return readProfile(all, form);
};

describe('profile fields', () => {
  it('ask new members for the name and required fields', () => {
    expect(profileFields(settings, en).map(({ key, required }) => [key, required])).toEqual([
      ['nickname', false],
      ['firstName', true],
      ['phone', true],
      ['branch', true],
    ]);
  });

  it('omit fields reserved for dashboard users', () => {
    expect(all.map(({ key }) => key)).not.toContain('rank');
  });

  it('report errors by field', () => {
    const values = readPosted({
      phone: '1',
      branch: 'Moon',
      shelf: 'x',
      web: 'javascript:alert(1)',
      nickname: 'x'.repeat(101),
    });
    expect(profileErrors(all, values, en)).toEqual({
      nickname: 'Use at most 100 characters.',
      firstName: 'This cannot be left empty.',
      branch: 'Choose one of the available options.',
      shelf: 'Enter a number.',
      web: 'Enter a web address, like https://example.org.',
    });
  });

  it('convert to the profile of a registration without empty values', () => {
    const values = readPosted({
      firstName: ' Ada ',
      phone: '+44 1',
      branch: 'City',
      books: 'Emma\n\n Persuasion ',
      shelf: '7',
    });
    expect(toIdentityProfile(all, values)).toEqual({
      firstName: 'Ada',
      phones: ['+44 1'],
      customFields: { branch: 'City', books: ['Emma', 'Persuasion'], shelf: 7, news: false },
    });
  });

  it('convert to a change that clears emptied values and preserves further phones', () => {
    const member = { contact: { phones: ['1', '2'] } } as unknown as Member;
    expect(toMemberChanges(all, readPosted({ nickname: 'Ada', news: 'true' }), member)).toEqual({
      profile: { nickname: 'Ada' },
      contact: {
        firstName: null,
        lastName: null,
        company: null,
        birthdate: null,
        phones: ['2'],
        customFields: {
          branch: { name: 'Branch', value: null },
          books: { name: 'Books', value: [] },
          shelf: { name: 'Shelf', value: null },
          news: { name: 'News', value: true },
          web: { name: 'Web', value: null },
        },
      },
    });
  });

  it('show the member’s values', () => {
    const member = {
      profile: { nickname: 'Ada' },
      contact: {
        phones: ['1', '2'],
        customFields: { books: { value: ['Emma', 'Persuasion'] }, news: { value: true } },
      },
    } as unknown as Member;
    expect(profileValues(all, member)).toMatchObject({
      nickname: 'Ada',
      firstName: '',
      phone: '1',
      books: 'Emma\nPersuasion',
      news: 'true',
      shelf: '',
    });
  });
});
