import { describe, expect, it } from 'vitest';
import { type FormsValues, formsNameOf, readForms, validateForms, writeForms } from './forms-values.ts';
import type { Settings } from './queries.ts';

const forms: FormsValues = {
  limits: { maxForms: 1, maxFields: 1, maxSteps: 1, maxRules: 1, maxDeletedForms: 1, maxDeletedFields: 1 },
  trashDays: { submissions: 30, forms: 90 },
  pendingDays: 30,
  files: { maxFileMb: 25, formQuotaMb: 1024, siteQuotaMb: 10_240 },
  spam: { blockedAddresses: [], blockedEmails: [], emailsPerHour: 20 },
  currency: 'USD',
  country: 'US',
  notifyOwners: true,
};

describe('the form for the settings of forms', () => {
  it('writes settings back as it read them', () => {
    const values = readForms({ forms } as Settings);
    expect(writeForms(values)).toEqual({ forms });
    expect(values.spam).not.toBe(forms.spam);
  });

  it('writes the currency in capitals', () => {
    expect(writeForms({ ...forms, currency: ' eur' }).forms?.currency).toBe('EUR');
  });

  it('reports emptied numbers and an invalid currency', () => {
    expect(validateForms(forms)).toEqual({});
    const invalidForms = { ...forms, files: { ...forms.files, maxFileMb: '' as unknown as number }, currency: 'euro' };
    expect(Object.keys(validateForms(invalidForms))).toEqual(['files.maxFileMb', 'currency']);
  });

  it.each([
    ['forms.spam.blockedAddresses.3', 'spam.blockedAddresses'],
    ['forms.limits.maxFields', 'limits.maxFields'],
    ['forms.country', 'country'],
    ['mail.fromName', undefined],
  ])('shows an error of %s at %s', (path, name) => {
    expect(formsNameOf(path)).toBe(name);
  });
});
