import { Checkbox, Group, NativeSelect } from '@mantine/core';
import '@mantine/core/styles/Checkbox.css';
import { ChoiceSetting, TextSetting } from './FieldInputs.tsx';
import { useField } from './field-context.ts';
import { Part } from './Part.tsx';

const MAPPING = 'inputOptions.contactMapping';

const TEXTS = [
  ['FIRST_NAME', 'First name'],
  ['LAST_NAME', 'Last name'],
  ['COMPANY', 'Company'],
  ['POSITION', 'Position'],
  ['EMAIL', 'E-mail'],
  ['PHONE', 'Phone'],
  ['BIRTHDATE', 'Date of birth'],
  ['VAT_ID', 'Tax number'],
  ['CUSTOM_FIELD', 'A field of your own'],
] as const;

const BY_TYPE: Readonly<Record<string, readonly (readonly [string, string])[]>> = {
  STRING: TEXTS,
  NUMBER: [['CUSTOM_FIELD', 'A field of your own']],
  BOOLEAN: [
    ['SUBSCRIPTION', 'Whether they subscribe'],
    ['CUSTOM_FIELD', 'A field of your own'],
  ],
  ADDRESS: [['ADDRESS', 'Address']],
  OBJECT: [['VAT_ID', 'Tax number']],
};

const confirmations = [
  { value: 'SINGLE_CONFIRMATION', label: 'The tick is enough' },
  { value: 'DOUBLE_CONFIRMATION', label: 'They confirm it by mail' },
];

/** What the answer tells of the person: it goes into their contact. */
export function ContactSettings() {
  const { field, get, set } = useField();
  const choices = BY_TYPE[field.inputOptions?.inputType ?? ''];
  if (!choices) return null;
  const mapped = get(`${MAPPING}.contactField`);
  const choose = (contactField: string) => {
    if (!contactField || contactField === 'UNDEFINED') return set(MAPPING, undefined);
    const tag = { tag: 'UNTAGGED' };
    const more: Readonly<Record<string, object>> = {
      EMAIL: { emailInfo: tag },
      PHONE: { phoneInfo: tag },
      ADDRESS: { addressInfo: tag },
      CUSTOM_FIELD: { customFieldInfo: { key: `custom.${get('inputOptions.target') ?? 'field'}` } },
      SUBSCRIPTION: {
        subscriptionInfo: { confirmationLevel: 'SINGLE_CONFIRMATION', subscriptionChannels: ['EMAIL'] },
      },
    };
    set(MAPPING, { contactField, ...more[contactField] });
  };
  return (
    <Part title="Contact">
      <MappingChoice value={typeof mapped === 'string' ? mapped : ''} choices={choices} onChoose={choose} />
      {mapped === 'EMAIL' && <TagSetting path={`${MAPPING}.emailInfo.tag`} main="MAIN" />}
      {mapped === 'PHONE' && <TagSetting path={`${MAPPING}.phoneInfo.tag`} main="MAIN" />}
      {mapped === 'ADDRESS' && <TagSetting path={`${MAPPING}.addressInfo.tag`} main="HOME" />}
      {mapped === 'CUSTOM_FIELD' && (
        <TextSetting label="Key of the field" path={`${MAPPING}.customFieldInfo.key`} maxLength={500} />
      )}
      {mapped === 'SUBSCRIPTION' && <Subscription />}
    </Part>
  );
}

interface MappingChoiceProps {
  value: string;
  choices: readonly (readonly [string, string])[];
  onChoose: (contactField: string) => void;
}

function MappingChoice({ value, choices, onChoose }: MappingChoiceProps) {
  return (
    <NativeSelect
      label="Kept with the contact as"
      data={[{ value: '', label: 'Nothing' }, ...choices.map(([one, label]) => ({ value: one, label }))]}
      value={value === 'UNDEFINED' ? '' : value}
      onChange={(event) => onChoose(event.currentTarget.value)}
    />
  );
}

const TagSetting = ({ path, main }: { path: string; main: string }) => (
  <ChoiceSetting
    label="Marked as"
    path={path}
    data={[
      { value: 'UNTAGGED', label: 'Nothing' },
      { value: main, label: main === 'HOME' ? 'Home' : 'The main one' },
    ]}
  />
);

function Subscription() {
  const { get, set } = useField();
  const path = `${MAPPING}.subscriptionInfo.subscriptionChannels`;
  const channels = get(path);
  return (
    <>
      <ChoiceSetting label="Confirmation" path={`${MAPPING}.subscriptionInfo.confirmationLevel`} data={confirmations} />
      <Checkbox.Group
        label="By way of"
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
