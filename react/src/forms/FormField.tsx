import { FieldError, FieldHelp, FieldLabel, Legend } from './FieldParts.tsx';
import { describedBy, isRequired } from './field-props.ts';
import { FileInput } from './files/FileInput.tsx';
import { SignatureInput } from './files/SignatureInput.tsx';
import { type FieldProps, useFormContext } from './form-context.ts';
import { AddressInput } from './inputs/AddressInput.tsx';
import { AppointmentInput } from './inputs/AppointmentInput.tsx';
import { Checkbox } from './inputs/Checkbox.tsx';
import { ChoiceInputs } from './inputs/ChoiceInputs.tsx';
import { DatePicker } from './inputs/DatePicker.tsx';
import { Dropdown } from './inputs/Dropdown.tsx';
import { GroupInput } from './inputs/GroupInput.tsx';
import { AmountInput, DonationInput, FixedPrice, ProductList } from './inputs/PaymentInputs.tsx';
import { PhoneInput } from './inputs/PhoneInput.tsx';
import { RatingInput } from './inputs/RatingInput.tsx';
import { RepeaterInput } from './inputs/RepeaterInput.tsx';
import { TagsInput } from './inputs/TagsInput.tsx';
import { TextInput } from './inputs/TextInput.tsx';
import { LoginBar } from './LoginBar.tsx';
import { RichContent } from './RichContent.tsx';
import type { FieldKind } from './view/field-view.ts';

type Input = (props: FieldProps) => React.ReactNode;

/** Fields with several inputs, rendered as a fieldset. */
const GROUPED: Partial<Record<FieldKind, Input>> = {
  radio: ChoiceInputs,
  checkboxes: ChoiceInputs,
  rating: RatingInput,
  tags: TagsInput,
  address: AddressInput,
  appointment: AppointmentInput,
  products: ProductList,
  donation: DonationInput,
  fixedPrice: FixedPrice,
  files: FileInput,
  signature: SignatureInput,
  group: GroupInput,
  repeater: RepeaterInput,
};

/** Fields with one input and a label. */
const SINGLE: Partial<Record<FieldKind, Input>> = {
  phone: PhoneInput,
  dropdown: Dropdown,
  datePicker: DatePicker,
  amount: AmountInput,
};

/** Renders one field: label, input, description and error. */
export function FormField(props: FieldProps) {
  const { field, path } = props;
  const form = useFormContext();
  if (field.kind === 'richContent') {
    return (
      <div className="portico-text">
        <RichContent content={field.content} />
      </div>
    );
  }
  if (field.kind === 'loginBar') return <LoginBar />;
  if (field.kind === 'unsupported') return <p className="portico-text">{form.texts.forms.unsupported(field.label)}</p>;
  if (field.kind === 'checkbox') return <Checkbox {...props} />;
  const Grouped = GROUPED[field.kind];
  if (Grouped) {
    return (
      <fieldset
        className="portico-field"
        id={form.idOf(path)}
        tabIndex={-1}
        aria-describedby={describedBy(form, props)}
        data-kind={field.kind}
        data-invalid={form.errorAt(path) !== '' || undefined}
      >
        <Legend field={field} required={isRequired(form, props)} />
        <FieldHelp field={field} path={path} />
        <Grouped {...props} />
        <FieldError path={path} />
      </fieldset>
    );
  }
  const Single = SINGLE[field.kind] ?? TextInput;
  return (
    <div className="portico-field" data-kind={field.kind}>
      <FieldLabel field={field} path={path} required={isRequired(form, props)} />
      <FieldHelp field={field} path={path} />
      <Single {...props} />
      <FieldError path={path} />
    </div>
  );
}
