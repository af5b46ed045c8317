/** The form as a server renders it: what a page without scripts has to work with. */
import type { Form } from '@portico/sdk';
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import type { PorticoFormProps } from './form-props.ts';
import { PorticoForm } from './PorticoForm.tsx';
import { sampleForm } from './view/sample-form.fixture.ts';

const render = (props: Omit<PorticoFormProps, 'form'> = {}) =>
  renderToStaticMarkup(createElement(PorticoForm, { form: sampleForm as Form, ...props }));

describe('without scripts', () => {
  it('every input carries the target of its field as its name', () => {
    const names = new Set([...render().matchAll(/ name="([^"]+)"/g)].map(([, name]) => name));
    const targets = sampleForm.formFields?.flatMap((field) => field.inputOptions?.target ?? []) ?? [];
    const beside = ['topic__custom', 'phone__country', '__key', '__ticket', 'website__url'];
    expect([...names].sort()).toEqual([...targets, ...beside].sort());
  });

  it('the form is a post, and the browser checks what it can', () => {
    const html = render();
    expect(html).toMatch(/^<form [^>]*method="post"/);
    expect(html).not.toContain('novalidate');
    expect(html).toMatch(/<input (?=[^>]*name="name")[^>]*required/);
    expect(html).toMatch(/<input (?=[^>]*name="email")[^>]*type="email"/);
  });

  it('a field that a rule would hide is shown: nothing could bring it back', () => {
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

describe('a refused post', () => {
  const errors = [
    { errorPath: 'name', errorType: 'REQUIRED_VALUE_ERROR' },
    { errorPath: 'email', errorType: 'FORMAT_ERROR', params: { format: 'email' } },
  ];

  it('keeps what was entered', () => {
    const html = render({ values: { email: 'nobody', colours: ['red'], copy: false }, errors });
    expect(html).toMatch(/<input (?=[^>]*name="email")[^>]*value="nobody"/);
    expect(html).toMatch(/<input (?=[^>]*value="red")[^>]*checked/);
    expect(html).not.toMatch(/<input (?=[^>]*name="copy")[^>]*checked/);
  });

  it('tells each field its error, and links each field from one summary', () => {
    const html = render({ errors });
    const [, id] = /<input (?=[^>]*name="email")[^>]*?id="([^"]+)"/.exec(html) ?? [];
    expect(html).toContain(`aria-describedby="${id}-error"`);
    expect(html).toContain(`<p class="portico-error" id="${id}-error">Enter an e-mail address`);
    expect(html).toContain(`<a href="#${id}">E-mail</a>`);
    expect(html.match(/aria-invalid="true"/g)).toHaveLength(2);
  });

  it('shows nothing of what was entered as markup', () => {
    const html = render({ values: { name: '"><script>alert(1)</script>' }, errors });
    expect(html).not.toContain('<script>');
  });
});
