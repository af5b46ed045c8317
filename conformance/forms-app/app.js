/** A website of somebody else that shows a form by the vendor's components, as they come. */
import * as inputs from '@wix/form-public';
import { Form } from '@wix/headless-forms/react';
import { createClient, OAuthStrategy } from '@wix/sdk';
import { Component, createElement as h } from 'react';
import { createRoot } from 'react-dom/client';

const { clientId, formId } = document.body.dataset;
// The components ask the host of the page for its language; the vendor's own hosting says it in this way.
const host = { apiBaseUrl: 'www.wixapis.com', essentials: { language: 'en', locale: 'en-US' } };
createClient({ host, modules: {}, auth: OAuthStrategy({ clientId }) }).enableContext('global');

/** Every name of the vendor's field map that it has a component for. */
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
 * The vendor's inputs are made of parts that a website puts together (`TextInput.Label`, `TextInput.Input`, ...): here all
 * of them, each once. What shows rich content takes a function that draws it.
 */
function compose(Part, beside = []) {
  const own = Object.entries(Part).filter(([name, part]) => /^[A-Z]/.test(name) && typeof part === 'function');
  return [...own, ...beside].map(([name, part]) => {
    const inside = HOLDERS.includes(name) ? own.filter(([other]) => other !== 'Control' && other !== name) : [];
    return DRAWS.includes(name) ? h(part, { key: name }, draw) : h(part, { key: name }, ...compose(part, inside));
  });
}
/** parts that take those beside them */
const HOLDERS = ['Control', 'Options'];
const DRAWS = ['Description', 'RichTextLabel'];
const wordsOf = ({ textData, nodes = [] }) => (textData?.text ?? '') + nodes.map(wordsOf).join('');
const draw = ({ content }) => wordsOf(content ?? {});

class Boundary extends Component {
  state = { error: null };
  static getDerivedStateFromError = (error) => ({ error });
  render() {
    return this.state.error ? h('pre', { 'data-broken': true }, String(this.state.error)) : this.props.children;
  }
}

const Wrapped = Object.fromEntries(
  Object.entries(MAP).map(([name, Input]) => [
    name,
    (props) =>
      h(
        'div',
        { 'data-field': props.id, 'data-component': name },
        h(Boundary, null, h(Input, props, ...(name === 'TEXT' ? [draw] : compose(Input)))),
      ),
  ]),
);

createRoot(document.getElementById('root')).render(
  h(Form.Root, { formServiceConfig: { formId } }, [
    h(Form.Loading, { key: 'loading' }),
    h(Form.LoadingError, { key: 'loadingError' }),
    h(Form.Fields, { key: 'fields', fieldMap: Wrapped, rowGapClassname: '', columnGapClassname: '' }),
    h(Form.Error, { key: 'error' }),
    h(Form.Submitted, { key: 'submitted' }),
  ]),
);
