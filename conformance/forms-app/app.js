/** A third party's website that shows a form with the vendor's unmodified components. */
import * as inputs from '@wix/form-public';
import { Form } from '@wix/headless-forms/react';
import { createClient, OAuthStrategy } from '@wix/sdk';
import { Component, createElement as h } from 'react';
import { createRoot } from 'react-dom/client';

const { clientId, formId } = document.body.dataset;
// The components read the language from the page's host object. The vendor's own hosting provides it in this shape.
const host = { apiBaseUrl: 'www.wixapis.com', essentials: { language: 'en', locale: 'en-US' } };
createClient({ host, modules: {}, auth: OAuthStrategy({ clientId }) }).enableContext('global');

/** The names of the vendor's field map for which the vendor has a component. */
const MAP = {
  TEXT_INPUT: inputs.TextInput,
  TEXT_AREA: inputs.TextArea,
  PHONE_INPUT: inputs.PhoneInput,
  MULTILINE_ADDRESS: inputs.MultilineAddress,
  DATE_INPUT: inputs.DateInput,
  DATE_PICKER: inputs.DatePicker,
  DATE_TIME_INPUT: inputs.DateTimeInput,
  TIME_INPUT: inputs.TimeInput,
  FILE_UPLOAD: inputs.FileUpload,
  NUMBER_INPUT: inputs.NumberInput,
  CHECKBOX: inputs.Checkbox,
  SIGNATURE: inputs.Signature,
  RATING_INPUT: inputs.RatingInput,
  RADIO_GROUP: inputs.RadioGroup,
  CHECKBOX_GROUP: inputs.CheckboxGroup,
  DROPDOWN: inputs.Dropdown,
  TAGS: inputs.Tags,
  TEXT: inputs.RichText,
  SUBMIT_BUTTON: inputs.SubmitButton,
  PRODUCT_LIST: inputs.ProductList,
  FIXED_PAYMENT: inputs.FixedPayment,
  PAYMENT_INPUT: inputs.PaymentInput,
  DONATION: inputs.Donation,
  LOGIN_BAR: inputs.LoginBar,
};

/**
 * Renders every part of an input once. A website usually selects the parts itself (`TextInput.Label`, `TextInput.Input`,
 * ...). Parts that show rich content take a function that renders it.
 */
function compose(Part, siblings = []) {
  const ownParts = Object.entries(Part).filter(([name, part]) => /^[A-Z]/.test(name) && typeof part === 'function');
  return [...ownParts, ...siblings].map(([name, part]) => {
    const inside = CONTAINERS.includes(name) ? ownParts.filter(([other]) => other !== 'Control' && other !== name) : [];
    return RICH_CONTENT_PARTS.includes(name)
      ? h(part, { key: name }, render)
      : h(part, { key: name }, ...compose(part, inside));
  });
}
/** Parts that contain their sibling parts. */
const CONTAINERS = ['Control', 'Options'];
const RICH_CONTENT_PARTS = ['Description', 'RichTextLabel'];
const plainText = ({ textData, nodes = [] }) => (textData?.text ?? '') + nodes.map(plainText).join('');
const render = ({ content }) => plainText(content ?? {});

class Boundary extends Component {
  state = { error: null };
  static getDerivedStateFromError = (error) => ({ error });
  render() {
    return this.state.error ? h('pre', { 'data-broken': true }, String(this.state.error)) : this.props.children;
  }
}

const wrappedInputs = Object.fromEntries(
  Object.entries(MAP).map(([name, Input]) => [
    name,
    (props) =>
      h(
        'div',
        { 'data-field': props.id, 'data-component': name },
        h(Boundary, null, h(Input, props, ...(name === 'TEXT' ? [render] : compose(Input)))),
      ),
  ]),
);

createRoot(document.getElementById('root')).render(
  h(Form.Root, { formServiceConfig: { formId } }, [
    h(Form.Loading, { key: 'loading' }),
    h(Form.LoadingError, { key: 'loadingError' }),
    h(Form.Fields, { key: 'fields', fieldMap: wrappedInputs, rowGapClassname: '', columnGapClassname: '' }),
    h(Form.Error, { key: 'error' }),
    h(Form.Submitted, { key: 'submitted' }),
  ]),
);
