/** Builds the fields, steps and rules of forms for the browser tests. */

export type Options = Record<string, unknown>;

export interface FormFieldInput {
  readonly id: string;
  readonly [key: string]: unknown;
}

export const paragraph = (text: string, link?: string) => ({
  nodes: [
    {
      type: 'PARAGRAPH',
      id: 'p',
      nodes: [
        {
          type: 'TEXT',
          id: '',
          nodes: [],
          textData: { text, decorations: link ? [{ type: 'LINK', linkData: { link: { url: link } } }] : [] },
        },
      ],
      paragraphData: {},
    },
  ],
});

export const input = (identifier: string, target: string, options: Options): FormFieldInput => ({
  id: crypto.randomUUID(),
  identifier,
  fieldType: 'INPUT',
  hidden: false,
  inputOptions: { target, pii: false, required: false, readOnly: false, ...options },
});

export const text = (
  identifier: string,
  target: string,
  label: string,
  { component = 'TEXT_INPUT', options = {}, validation = {}, ...more }: Options = {},
): FormFieldInput => {
  const name = `${(component as string).toLowerCase().replace(/_(\w)/g, (_, letter) => letter.toUpperCase())}Options`;
  return input(identifier, target, {
    inputType: 'STRING',
    stringOptions: {
      componentType: component,
      [name]: { label, showLabel: true, ...(options as Options) },
      validation: { format: 'UNKNOWN_FORMAT', ...(validation as Options) },
    },
    ...more,
  });
};

export const choices = (...labels: string[]) =>
  labels.map((label) => ({ id: crypto.randomUUID(), label, value: label.toLowerCase(), default: false }));

export const block = (
  identifier: string,
  target: string,
  inputType: string,
  name: string,
  content: Options,
  more: Options = {},
) => input(identifier, target, { inputType, [name]: content, ...more });

export const upload = (target: string, label: string, more: Options = {}) =>
  block(
    'FILE_UPLOAD',
    target,
    'WIX_FILE',
    'wixFileOptions',
    {
      componentType: 'FILE_UPLOAD',
      fileUploadOptions: { label, showLabel: true, explanationText: 'What you would like us to see.' },
      validation: { fileLimit: 3, uploadFileFormats: ['IMAGE', 'DOCUMENT'] },
    },
    more,
  );

export const number = (target: string, label: string, validation: Options = {}) =>
  block('NUMBER_INPUT', target, 'NUMBER', 'numberOptions', {
    componentType: 'NUMBER_INPUT',
    numberInputOptions: { label, showLabel: true },
    validation,
  });

export const submit = (label = 'Send'): FormFieldInput => ({
  id: crypto.randomUUID(),
  identifier: 'SUBMIT_BUTTON',
  fieldType: 'DISPLAY',
  hidden: false,
  displayOptions: {
    displayFieldType: 'PAGE_NAVIGATION',
    pageNavigationOptions: { nextPageText: 'Next', previousPageText: 'Back', submitText: label },
  },
});

export const richContentField = (content: object): FormFieldInput => ({
  id: crypto.randomUUID(),
  identifier: 'RICH_TEXT',
  fieldType: 'DISPLAY',
  hidden: false,
  displayOptions: { displayFieldType: 'RICH_CONTENT', richContentOptions: { richContent: content } },
});

export const loginBar = (): FormFieldInput => ({
  id: crypto.randomUUID(),
  identifier: 'BOOKINGS_LOGIN_BAR',
  fieldType: 'DISPLAY',
  hidden: false,
  displayOptions: { displayFieldType: 'LOGIN_BAR' },
});

/** Lays out fields one below the other, and pairs side by side. */
export function steps(...pages: [name: string, rows: (FormFieldInput | [FormFieldInput, FormFieldInput])[]][]) {
  return pages.map(([name, rows]) => {
    const items = (pairs: boolean) =>
      rows.flatMap((row, index) => {
        const fields = Array.isArray(row) ? row : [row];
        const width = pairs ? 12 / fields.length : 12;
        return fields.map(({ id }, at) => ({
          fieldId: id,
          row: pairs ? index : index * 2 + at,
          column: pairs ? at * width : 0,
          width,
          height: 1,
        }));
      });
    const breakpoint = (pairs: boolean) => ({
      items: items(pairs),
      columns: 12,
      rowHeight: 36,
      margin: { horizontal: 0, vertical: 0 },
      padding: { horizontal: 0, vertical: 0 },
    });
    const layout = { large: breakpoint(true), medium: breakpoint(true), small: breakpoint(false) };
    return { id: crypto.randomUUID(), name, hidden: false, layout };
  });
}

/** A rule that hides the field, or shows it, while the condition applies. */
export const visibilityRule = (
  field: FormFieldInput,
  target: string,
  operator: string,
  value: unknown,
  hidden = true,
) => ({
  id: crypto.randomUUID(),
  name: `${target} ${operator}`,
  expression: { and: { conditions: [{ condition: { target, operator, value } }] } },
  overrides: [
    {
      entityType: 'FIELD',
      fieldOptions: { fieldId: field.id, propertyType: 'HIDDEN', hiddenOptions: { hidden } },
    },
  ],
});
