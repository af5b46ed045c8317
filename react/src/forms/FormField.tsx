import type { ComponentType } from 'react';
import { FieldFrame } from './FieldFrame.tsx';
import { FileInput } from './files/FileInput.tsx';
import { SignatureInput } from './files/SignatureInput.tsx';
import type { FieldProps } from './form-context.ts';
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
import type { FieldKind } from './view/field-view.ts';

/** The components of the kinds of fields. The other kinds are one line of text or only display content. */
const INPUTS: Partial<Record<FieldKind, ComponentType<FieldProps>>> = {
  checkbox: Checkbox,
  loginBar: LoginBar,
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
  phone: PhoneInput,
  dropdown: Dropdown,
  datePicker: DatePicker,
  amount: AmountInput,
};

/** Renders one field of any kind. */
export function FormField(props: FieldProps) {
  return <FieldFrame {...props} Input={INPUTS[props.field.kind] ?? TextInput} />;
}
