import { Checkbox, Group, NativeSelect } from '@mantine/core';
import '@mantine/core/styles/Checkbox.css';
import { ChoiceSetting, TextSetting, toText } from './FieldInputs.tsx';
import { useField } from './field-context.ts';
import { SettingsGroup } from './SettingsGroup.tsx';

const MAPPING = 'inputOptions.contactMapping';

const TEXT_FIELDS = [
  ['FIRST_NAME', 'First name'],
  ['LAST_NAME', 'Last name'],
  ['COMPANY', 'Company'],
  ['POSITION', 'Position'],
  ['EMAIL', 'E-mail'],
  ['PHONE', 'Phone'],
  ['BIRTHDATE', 'Date of birth'],
  ['VAT_ID', 'Tax number'],
  ['CUSTOM_FIELD', 'A custom field'],
] as const;

const FIELDS_BY_TYPE: Readonly<Record<string, readonly (readonly [string, string])[]>> = {
  STRING: TEXT_FIELDS,
  NUMBER: [['CUSTOM_FIELD', 'A custom field']],
  BOOLEAN: [
    ['SUBSCRIPTION', 'Subscription'],
    ['CUSTOM_FIELD', 'A custom field'],
  ],
  ADDRESS: [['ADDRESS', 'Address']],
  OBJECT: [['VAT_ID', 'Tax number']],
};

const confirmations = [
  { value: 'SINGLE_CONFIRMATION', label: 'Ticking the box is enough' },
  { value: 'DOUBLE_CONFIRMATION', label: 'Visitors also confirm by e-mail' },
];

/** Maps the answer to a field of the sender's contact. */
export function ContactSettings() {
  const { field, get, set } = useField();
  const choices = FIELDS_BY_TYPE[field.inputOptions?.inputType ?? ''];
  if (!choices) return null;
  const contactField = get(`${MAPPING}.contactField`);
  const handleChoose = (next: string) => {
    if (!next || next === 'UNDEFINED') return set(MAPPING, undefined);
    const tag = { tag: 'UNTAGGED' };
    const details: Readonly<Record<string, object>> = {
      EMAIL: { emailInfo: tag },
      PHONE: { phoneInfo: tag },
      ADDRESS: { addressInfo: tag },
      CUSTOM_FIELD: { customFieldInfo: { key: `custom.${get('inputOptions.target') ?? 'field'}` } },
      SUBSCRIPTION: {
        subscriptionInfo: { confirmationLevel: 'SINGLE_CONFIRMATION', subscriptionChannels: ['EMAIL'] },
      },
    };
    set(MAPPING, { contactField: next, ...details[next] });
  };
  return (
    <SettingsGroup title="Contact">
      <MappingSelect value={toText(contactField)} choices={choices} onChoose={handleChoose} />
      {contactField === 'EMAIL' && <TagSetting path={`${MAPPING}.emailInfo.tag`} main="MAIN" />}
      {contactField === 'PHONE' && <TagSetting path={`${MAPPING}.phoneInfo.tag`} main="MAIN" />}
      {contactField === 'ADDRESS' && <TagSetting path={`${MAPPING}.addressInfo.tag`} main="HOME" />}
      {contactField === 'CUSTOM_FIELD' && (
        <TextSetting label="Key of the field" path={`${MAPPING}.customFieldInfo.key`} maxLength={500} />
      )}
      {contactField === 'SUBSCRIPTION' && <SubscriptionSettings />}
    </SettingsGroup>
  );
}

interface MappingSelectProps {
  value: string;
  choices: readonly (readonly [string, string])[];
  onChoose: (contactField: string) => void;
}

function MappingSelect({ value, choices, onChoose }: MappingSelectProps) {
  return (
    <NativeSelect
      label="Save to the contact as"
      data={[{ value: '', label: 'Do not save' }, ...choices.map(([field, label]) => ({ value: field, label }))]}
      value={value === 'UNDEFINED' ? '' : value}
      onChange={(event) => onChoose(event.currentTarget.value)}
    />
  );
}

const TagSetting = ({ path, main }: { path: string; main: string }) => (
  <ChoiceSetting
    label="Label in the contact"
    path={path}
    data={[
      { value: 'UNTAGGED', label: 'None' },
      { value: main, label: main === 'HOME' ? 'Home' : 'Main' },
    ]}
  />
);

function SubscriptionSettings() {
  const { get, set } = useField();
  const path = `${MAPPING}.subscriptionInfo.subscriptionChannels`;
  const channels = get(path);
  return (
    <>
      <ChoiceSetting label="Confirmation" path={`${MAPPING}.subscriptionInfo.confirmationLevel`} data={confirmations} />
      <Checkbox.Group
        label="Channels"
        value={Array.isArray(channels) ? channels : []}
        onChange={(next) => set(path, next)}
      >
        <Group mt="xs">
          <Checkbox value="EMAIL" label="E-mail" />
          <Checkbox value="SMS" label="SMS" />
        </Group>
      </Checkbox.Group>
    </>
  );
}
