import type { FieldProps } from '@portico/react/forms/form-context';
import type { FieldKind } from '@portico/react/forms/view/field-view';
import type { FormInputTexts } from '@portico/react/texts/form-inputs-en';
import type { ComponentType } from 'react';

/** The kinds of fields that have separate chunks. */
export const lazyInputs: Partial<Record<FieldKind, () => Promise<ComponentType<FieldProps>>>> = {
  radio: async () => (await import('@portico/react/forms/inputs/ChoiceInputs.tsx')).ChoiceInputs,
  checkboxes: async () => (await import('@portico/react/forms/inputs/ChoiceInputs.tsx')).ChoiceInputs,
  dropdown: async () => (await import('@portico/react/forms/inputs/Dropdown.tsx')).Dropdown,
  phone: async () => (await import('@portico/react/forms/inputs/PhoneInput.tsx')).PhoneInput,
  rating: async () => (await import('@portico/react/forms/inputs/RatingInput.tsx')).RatingInput,
  tags: async () => (await import('@portico/react/forms/inputs/TagsInput.tsx')).TagsInput,
  datePicker: async () => (await import('@portico/react/forms/inputs/DatePicker.tsx')).DatePicker,
  address: async () => (await import('@portico/react/forms/inputs/AddressInput.tsx')).AddressInput,
  appointment: async () => (await import('@portico/react/forms/inputs/AppointmentInput.tsx')).AppointmentInput,
  products: async () => (await import('@portico/react/forms/inputs/PaymentInputs.tsx')).ProductList,
  donation: async () => (await import('@portico/react/forms/inputs/PaymentInputs.tsx')).DonationInput,
  amount: async () => (await import('@portico/react/forms/inputs/PaymentInputs.tsx')).AmountInput,
  fixedPrice: async () => (await import('@portico/react/forms/inputs/PaymentInputs.tsx')).FixedPrice,
  files: async () => (await import('@portico/react/forms/files/FileInput.tsx')).FileInput,
  signature: async () => (await import('@portico/react/forms/files/SignatureInput.tsx')).SignatureInput,
  group: async () => (await import('@portico/react/forms/inputs/GroupInput.tsx')).GroupInput,
  repeater: async () => (await import('@portico/react/forms/inputs/RepeaterInput.tsx')).RepeaterInput,
  loginBar: async () => (await import('@portico/react/forms/LoginBar.tsx')).LoginBar,
};

/** Loads the texts that the components of these kinds show. */
export async function loadInputTexts(language: string): Promise<FormInputTexts> {
  switch (language) {
    case 'de':
      return (await import('@portico/react/texts/form-inputs-de')).formInputsDe;
    case 'he':
      return (await import('@portico/react/texts/form-inputs-he')).formInputsHe;
    default:
      return (await import('@portico/react/texts/form-inputs-en')).formInputsEn;
  }
}
