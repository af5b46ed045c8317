/** Tests the server-rendered form, which must work without JavaScript. */
import type { Form } from '@portico/sdk';
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import type { PorticoFormProps } from './form-props.ts';
import { PorticoForm } from './PorticoForm.tsx';
import { sampleForm } from './view/testing/sample-form.ts';

const render = (props: Omit<PorticoFormProps, 'form'> = {}) =>
  renderToStaticMarkup(createElement(PorticoForm, { form: sampleForm as Form, ...props }));

describe('PorticoForm without JavaScript', () => {
  it('names every input after the target of its field', () => {
    const names = new Set([...render().matchAll(/ name="([^"]+)"/g)].map(([, name]) => name));
    const targets = sampleForm.formFields?.flatMap((field) => field.inputOptions?.target ?? []) ?? [];
    const auxiliaryNames = ['topic__custom', 'phone__country', '__key', '__ticket', 'website__url'];
    expect([...names].sort()).toEqual([...targets, ...auxiliaryNames].sort());
  });

  it('is a POST form with the browser’s own validation', () => {
    const html = render();
    expect(html).toMatch(/^<form [^>]*method="post"/);
    expect(html).not.toContain('novalidate');
    expect(html).toMatch(/<input (?=[^>]*name="name")[^>]*required/);
    expect(html).toMatch(/<input (?=[^>]*name="email")[^>]*type="email"/);
  });

  it('shows fields that a rule would hide, because nothing could show them again', () => {
    const form = {
      ...sampleForm,
      formRules: [
        {
          id: 'r',
          expression: { and: { conditions: [{ condition: { target: 'age', operator: 'EMPTY', value: true } }] } },
          overrides: [
            {
              entityType: 'FIELD',
              fieldOptions: { fieldId: '1', propertyType: 'HIDDEN', hiddenOptions: { hidden: true } },
            },
          ],
        },
      ],
    } as unknown as Form;
    expect(renderToStaticMarkup(createElement(PorticoForm, { form }))).toContain('name="name"');
  });
});

describe('PorticoForm after a rejected post', () => {
  const errors = [
    { errorPath: 'name', errorType: 'REQUIRED_VALUE_ERROR' },
    { errorPath: 'email', errorType: 'FORMAT_ERROR', params: { format: 'email' } },
  ];

  it('preserves the entered values', () => {
    const html = render({ values: { email: 'nobody', colours: ['red'], copy: false }, errors });
    expect(html).toMatch(/<input (?=[^>]*name="email")[^>]*value="nobody"/);
    expect(html).toMatch(/<input (?=[^>]*value="red")[^>]*checked/);
    expect(html).not.toMatch(/<input (?=[^>]*name="copy")[^>]*checked/);
  });

  it('shows errors at the fields and links to them from the summary', () => {
    const html = render({ errors });
    const [, id] = /<input (?=[^>]*name="email")[^>]*?id="([^"]+)"/.exec(html) ?? [];
    expect(html).toContain(`aria-describedby="${id}-error"`);
    expect(html).toContain(`<p class="portico-error" id="${id}-error">Enter an e-mail address`);
    expect(html).toContain(`<a href="#${id}">E-mail</a>`);
    expect(html.match(/aria-invalid="true"/g)).toHaveLength(2);
  });

  it('escapes entered values', () => {
    const html = render({ values: { name: '"><script>alert(1)</script>' }, errors });
    expect(html).not.toContain('<script>');
  });
});
