import { describe, expect, it } from 'vitest';
import type { SiteForm } from '../queries.ts';
import { changesOf, differences, draftOf, problemsOf } from './draft.ts';

describe('a changed form', () => {
  const base = {
    name: 'A',
    revision: '4',
    enabled: true,
    formFields: [{ id: '1', hidden: false }],
    steps: [],
    formRules: [],
    limitationRule: { maxAllowedSubmissions: 3 },
    submissionAccess: 'PUBLIC',
  } as unknown as SiteForm;

  it('sends the changed parts alone, and empty what was cleared', () => {
    const draft = draftOf(base);
    expect(changesOf(base, draft)).toEqual({ revision: '4' });
    expect(changesOf(base, { ...draft, name: 'B' })).toEqual({ revision: '4', name: 'B' });
    expect(changesOf(base, { ...draft, limitationRule: undefined, submissionAccess: undefined })).toEqual({
      revision: '4',
      limitationRule: {},
      submissionAccess: '',
    });
  });

  it('is the same where keys only stand in another order or hold nothing', () => {
    const draft = draftOf(base);
    expect(differences(draft, { ...draft, formFields: [{ hidden: false, id: '1', identifier: undefined }] })).toEqual(
      [],
    );
    expect(differences(draft, { ...draft, formFields: [{ id: '1', hidden: true }] })).toEqual(['formFields']);
  });

  it('shows a violation at the field that was sent at its place', () => {
    const violations = [
      { field: 'formFields.1.inputOptions.target', description: 'x' },
      { field: 'form.formRules.0.expression', description: 'y' },
      { field: 'formFields', description: 'z' },
    ];
    expect(problemsOf(violations, [{ id: 'a' }, { id: 'b' }])).toEqual([
      { fieldId: 'b', path: 'inputOptions.target', description: 'x' },
      { fieldId: undefined, path: 'formRules.0.expression', description: 'y' },
      { fieldId: undefined, path: 'formFields', description: 'z' },
    ]);
  });
});
