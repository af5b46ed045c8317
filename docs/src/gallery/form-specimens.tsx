/** The form and its confirmation. */
import { Form, ThankYou } from '@portico/react';
import { Rejection } from './demo-client.ts';
import {
  captchaForm,
  closedForm,
  contactForm,
  everyKindForm,
  fileForm,
  ownThanks,
  paymentForm,
  standardThanks,
  stepsForm,
  thanksWithLink,
  uploadedFile,
} from './demo-forms.ts';
import type { SpecimensOf } from './specimen.ts';
import type { Visitor } from './visitor.ts';

const SUBMISSIONS = '/v4/submissions';
const UPLOAD_URL = '/v4/submissions/media-upload-url';
const SITE = { country: 'DE', currency: 'EUR' };

const send =
  (next: string) =>
  async ({ fill, press, see }: Visitor) => {
    await fill({ name: 'Ada', email: 'ada@example.org' });
    await press();
    await see(next);
  };

const goToSecondStep = send('.portico-progress progress[value="2"]');

const choosePicture =
  (next: string) =>
  async ({ choose, see }: Visitor) => {
    await choose(new File(['demo'], 'title page.jpg', { type: 'image/jpeg' }));
    await see(next);
  };

export const formSpecimens: SpecimensOf<'Form' | 'ThankYou'> = {
  Form: {
    loading: { responses: { '/v4/forms/f9': undefined }, render: () => <Form formId="f9" /> },
    missing: { render: () => <Form formId="f8" />, act: ({ see }) => see('[role=alert]') },
    empty: { render: () => <Form form={contactForm} /> },
    'with errors': {
      render: () => (
        <Form
          form={contactForm}
          values={{ email: 'ada' }}
          errors={[
            { errorPath: 'name', errorType: 'REQUIRED_VALUE_ERROR' },
            { errorPath: 'email', errorType: 'FORMAT_ERROR', params: { format: 'email' } },
          ]}
        />
      ),
    },
    'every kind of field': { render: () => <Form form={everyKindForm} site={SITE} signIn={{ url: '#' }} /> },
    'first of several steps': { render: () => <Form form={stepsForm} /> },
    'last of several steps': { render: () => <Form form={stepsForm} />, act: goToSecondStep },
    uploading: {
      render: () => (
        <Form
          form={fileForm}
          upload={(_, { onProgress }) => {
            onProgress?.(0.6);
            return new Promise(() => undefined);
          }}
        />
      ),
      act: choosePicture('progress[value="0.6"]'),
    },
    'upload failed': {
      responses: { [UPLOAD_URL]: new Rejection(500, 'SYSTEM_ERROR') },
      render: () => <Form form={fileForm} />,
      act: choosePicture('[data-state=failed]'),
    },
    uploaded: {
      render: () => <Form form={fileForm} upload={async () => uploadedFile} />,
      act: choosePicture('[data-state=done]'),
    },
    payment: {
      render: () => <Form form={paymentForm} site={SITE} />,
      async act({ press, see }) {
        await press('[value=frankenstein]');
        await press('[value=ten]');
        await see('.portico-total');
      },
    },
    'with a captcha': { render: () => <Form form={captchaForm} />, act: ({ see }) => see('.portico-captcha') },
    sending: {
      responses: { [SUBMISSIONS]: undefined },
      render: () => <Form form={contactForm} />,
      act: send('[aria-disabled]'),
    },
    failed: {
      responses: { [SUBMISSIONS]: new Rejection(500, 'SYSTEM_ERROR') },
      render: () => <Form form={contactForm} />,
      act: send('.portico-summary'),
    },
    submitted: {
      responses: { [SUBMISSIONS]: { submission: { id: 'demo' } } },
      render: () => <Form form={contactForm} />,
      act: send('.portico-thanks'),
    },
    closed: { render: () => <Form form={closedForm} /> },
  },
  ThankYou: {
    'standard message': { render: (texts) => <ThankYou form={standardThanks} texts={texts} /> },
    'message of the owner': { render: (texts) => <ThankYou form={ownThanks} texts={texts} /> },
    'with a link': { render: (texts) => <ThankYou form={thanksWithLink} texts={texts} /> },
  },
};
