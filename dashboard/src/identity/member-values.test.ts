import { describe, expect, it } from 'vitest';
import type { MemberField } from '../sites/settings/member-fields.ts';
import { changesOf, nameOfValue, valuesOf } from './member-values.ts';
import type { Member } from './queries.ts';

const makeField = (key: string, type: MemberField['type']): MemberField => ({
  key,
  name: key,
  type,
  editableByMember: true,
});
const fields = [
  makeField('size', 'NUMBER'),
  makeField('glad', 'BOOLEAN'),
  makeField('born', 'DATE'),
  makeField('likes', 'LIST'),
];

const member: Member = {
  id: '6a1f8b52-0000-4000-8000-000000000001',
  status: 'APPROVED',
  profile: { nickname: 'Ada', slug: 'ada' },
  contact: {
    firstName: 'Ada',
    phones: ['+44 1'],
    customFields: {
      size: { value: 38 },
      glad: { value: false },
      born: { value: '1815-12-10T00:00:00Z' },
      likes: { value: ['tea'] },
      former: { value: 'of a deleted field' },
    },
  },
  privacyStatus: 'PRIVATE',
  activityStatus: 'ACTIVE',
  createdDate: '2026-01-01T00:00:00Z',
  updatedDate: '2026-01-01T00:00:00Z',
};

describe('values of the member form', () => {
  const values = valuesOf(member, fields);

  it('reads values of every field type', () => {
    expect(values.custom).toEqual({ size: '38', glad: 'false', born: '1815-12-10', likes: ['tea'] });
    expect(values).toMatchObject({
      nickname: 'Ada',
      firstName: 'Ada',
      lastName: '',
      phones: ['+44 1'],
      isPublic: false,
    });
  });

  it('sends nothing if nothing has changed', () => {
    expect(changesOf(values, structuredClone(values))).toEqual({});
  });

  it('sends changed values, and null for cleared ones', () => {
    const after = {
      ...values,
      nickname: ' Countess ',
      firstName: '',
      phones: [],
      isPublic: true,
      custom: { ...values.custom, size: '39', likes: [], glad: 'true' },
    };
    expect(changesOf(values, after)).toEqual({
      profile: { nickname: 'Countess' },
      contact: {
        firstName: null,
        phones: [],
        customFields: { size: { value: '39' }, likes: { value: null }, glad: { value: 'true' } },
      },
      privacyStatus: 'PUBLIC',
    });
  });

  it.each([
    ['member.contact.customFields.size', 'custom.size'],
    ['member.contact.birthdate', 'birthdate'],
    ['member.profile.nickname', 'nickname'],
    ['member.contact.emails.0', undefined],
  ])('maps the path %s of a violation to its input', (path, name) => {
    expect(nameOfValue(path)).toBe(name);
  });
});
