import { describe, expect, it } from 'vitest';
import { labelOfField, labelText } from './field-label.ts';

const link = { type: 'LINK', linkData: { link: { url: 'https://example.org/terms' } } };
const consent = {
  nodes: [
    {
      type: 'PARAGRAPH',
      nodes: [
        { type: 'TEXT', textData: { text: 'I accept ' } },
        { type: 'TEXT', textData: { text: 'the  terms', decorations: [link] } },
      ],
    },
    { type: 'PARAGRAPH', nodes: [{ type: 'TEXT', textData: { text: 'of use.' } }] },
  ],
};

describe('labels', () => {
  it('are plain text, without the URLs of links in rich content', () => {
    expect([labelText('Name'), labelText(5), labelText(''), labelText(undefined), labelText({})]).toEqual([
      'Name',
      '5',
      undefined,
      undefined,
      undefined,
    ]);
    expect(labelText(consent)).toBe('I accept the  terms\nof use.');
  });

  it('of fields are a single line', () => {
    const booleanOptions = { componentType: 'CHECKBOX', checkboxOptions: { label: consent } };
    expect(labelOfField({ inputOptions: { inputType: 'BOOLEAN', booleanOptions } })).toBe('I accept the terms of use.');
    expect(labelOfField({ inputOptions: { inputType: 'OBJECT' } })).toBeUndefined();
  });
});
