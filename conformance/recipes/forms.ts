import { expect } from 'vitest';
import type { Recipe } from './recipe.ts';

const NAMESPACE = 'wix.form_app.form';
const field = (number: number): string => `c1a2b3d4-000${number}-4a00-b000-00000000000${number}`;
const textField = (number: number, identifier: string, target: string, label: string, more: object = {}) => ({
  id: field(number),
  hidden: false,
  identifier,
  fieldType: 'INPUT',
  inputOptions: {
    target,
    pii: identifier !== 'TEXT_INPUT',
    required: identifier === 'CONTACTS_EMAIL',
    inputType: 'STRING',
    readOnly: false,
    stringOptions: {
      validation: { format: identifier === 'CONTACTS_EMAIL' ? 'EMAIL' : 'UNKNOWN_FORMAT', enum: [] },
      componentType: 'TEXT_INPUT',
      textInputOptions: { label, showLabel: true },
      ...more,
    },
  },
});
const answers = ['Joyfully accepts', 'Regretfully declines'];
const choice = {
  validation: { format: 'UNKNOWN_FORMAT', enum: answers },
  componentType: 'RADIO_GROUP',
  textInputOptions: undefined,
  radioGroupOptions: {
    label: 'Will you attend?',
    showLabel: true,
    numberOfColumns: 'ONE',
    options: answers.map((value, index) => ({
      id: `c3d4e5f6-3001-4a00-8001-00000000000${index + 1}`,
      value,
      label: value,
    })),
  },
};
const submitButton = {
  id: field(6),
  hidden: false,
  identifier: 'SUBMIT_BUTTON',
  fieldType: 'DISPLAY',
  displayOptions: {
    displayFieldType: 'PAGE_NAVIGATION',
    pageNavigationOptions: { nextPageText: 'Next', previousPageText: 'Back', submitText: 'Submit' },
  },
};
const layoutItem = (number: number, row: number, column: number, width: number) => ({
  fieldId: field(number),
  row,
  column,
  width,
  height: 1,
});
const paragraph = {
  type: 'PARAGRAPH',
  id: 'ty1',
  nodes: [
    { type: 'TEXT', id: '', nodes: [], textData: { text: 'Thanks, we received your submission.', decorations: [] } },
  ],
  paragraphData: { textStyle: { textAlignment: 'CENTER' } },
};
const form = {
  name: 'Contact Form',
  namespace: NAMESPACE,
  enabled: true,
  spamFilterProtectionLevel: 'ADVANCED',
  formFields: [
    textField(1, 'CONTACTS_FIRST_NAME', 'first_name_0001', 'First name'),
    textField(2, 'CONTACTS_LAST_NAME', 'last_name_0002', 'Last name'),
    textField(3, 'CONTACTS_EMAIL', 'email_0003', 'Email'),
    textField(4, 'TEXT_INPUT', 'message_0004', 'Message'),
    textField(5, 'TEXT_INPUT', 'attending_0005', '', choice),
    submitButton,
  ],
  steps: [
    {
      id: 'd1e2f3a4-0001-4b00-c000-000000000001',
      name: 'Page 1',
      hidden: false,
      layout: {
        large: {
          items: [
            layoutItem(1, 0, 0, 6),
            layoutItem(2, 0, 6, 6),
            layoutItem(3, 1, 0, 12),
            layoutItem(4, 2, 0, 12),
            layoutItem(5, 3, 0, 12),
            layoutItem(6, 4, 6, 6),
          ],
          sections: [],
        },
      },
    },
  ],
  postSubmissionTriggers: {
    upsertContact: {
      fieldsMapping: {
        first_name_0001: { contactField: 'FIRST_NAME' },
        last_name_0002: { contactField: 'LAST_NAME' },
        email_0003: { contactField: 'EMAIL', emailInfo: { tag: 'UNTAGGED' } },
      },
      labels: [],
    },
  },
  submitSettings: {
    submitSuccessAction: 'THANK_YOU_MESSAGE',
    thankYouMessageOptions: {
      durationInSeconds: 8,
      richContent: {
        nodes: [paragraph],
        metadata: {
          version: 1,
          createdTimestamp: '2025-01-01T00:00:00.000Z',
          updatedTimestamp: '2025-01-01T00:00:00.000Z',
          id: 'thank-you-msg-001',
        },
      },
    },
  },
};

const FORMS = '/form-schema-service/v4/forms';
const SUBMISSIONS = '/form-submission-service/v4/submissions';

const createForm: Recipe = {
  file: 'wix-manage/references/forms/create-form.md',
  calls: [
    {
      title: 'create the form in one call',
      method: 'POST',
      path: FORMS,
      body: { form },
      response: { form: { id: expect.any(String), name: 'Contact Form' } },
    },
    {
      title: 'list the forms of the site without a namespace',
      method: 'GET',
      path: FORMS,
      response: { forms: [{ name: 'Contact Form' }] },
    },
  ],
};

const setUpForm: Recipe = {
  file: 'wix-headless/references/inline-recipes/setup-forms.md',
  calls: [
    {
      title: 'list the existing forms',
      method: 'GET',
      path: `${FORMS}?namespace=${NAMESPACE}&fieldsets=METADATA`,
      response: { forms: [{ name: 'Contact Form' }] },
      save: ({ forms }, saved) => {
        saved.before = forms[0].id;
      },
    },
    { title: 'delete it', method: 'DELETE', path: ({ before }) => `${FORMS}/${before}` },
    {
      title: 'create a form',
      method: 'POST',
      path: FORMS,
      body: { form },
      save: ({ form }, saved) => {
        saved.form = form.id;
      },
    },
    {
      title: 'verify by listing just that form: every field and the layout are there',
      method: 'GET',
      path: ({ form }) => `${FORMS}?namespace=${NAMESPACE}&formIds=${form}`,
      response: ({ form: id }) => ({
        forms: [
          {
            id,
            formFields: form.formFields.map(({ id }) => ({ id })),
            steps: [{ layout: { large: { items: form.steps[0]?.layout.large.items } } }],
          },
        ],
      }),
    },
    {
      title: 'the summary counts every input field',
      method: 'GET',
      path: ({ form }) => `${FORMS}/${form}/summary`,
      response: { formSummary: { fields: { length: 5 } } },
    },
    {
      title: 'send one real submission',
      method: 'POST',
      path: SUBMISSIONS,
      body: ({ form }) => ({
        submission: {
          formId: form,
          submissions: { first_name_0001: 'Ada', email_0003: 'test@example.com', attending_0005: answers[0] },
        },
      }),
      response: { submission: { submissions: { email_0003: 'test@example.com' } } },
      save: ({ submission }, saved) => {
        saved.submission = submission.id;
      },
    },
    {
      title: 'a submission with a value that is not among the choices',
      method: 'POST',
      path: SUBMISSIONS,
      body: ({ form }) => ({
        submission: { formId: form, submissions: { email_0003: 'test@example.com', attending_0005: 'Perhaps' } },
      }),
      status: 400,
    },
    {
      title: 'delete the submission again',
      method: 'DELETE',
      path: ({ submission }) => `${SUBMISSIONS}/${submission}`,
    },
    {
      title: 'read the form for its revision',
      method: 'GET',
      path: ({ form }) => `${FORMS}/${form}`,
      save: ({ form }, saved) => {
        saved.revision = form.revision;
      },
    },
    {
      title: 'update the form',
      method: 'PATCH',
      path: ({ form }) => `${FORMS}/${form}`,
      body: ({ form: id, revision }) => ({ form: { id, revision, name: 'Revised' } }),
      response: { form: { name: 'Revised' } },
    },
  ],
};

export const formRecipes: readonly Recipe[] = [createForm, setUpForm];
