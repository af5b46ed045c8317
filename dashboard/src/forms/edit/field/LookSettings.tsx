import { TextInput } from '@mantine/core';
import { RichText } from '../RichText.tsx';
import { ChoiceSetting, NumberSetting, SwitchSetting, TextSetting, textOf } from './FieldInputs.tsx';
import { useField } from './field-context.ts';
import { componentOf, looksPath } from './field-paths.ts';
import { Part } from './Part.tsx';

const WITH_PLACEHOLDER = [
  'TEXT_INPUT',
  'DROPDOWN',
  'PHONE_INPUT',
  'PASSWORD',
  'NUMBER_INPUT',
  'DATE_PICKER',
  'PAYMENT_INPUT',
  'SERVICES_DROPDOWN',
];
const WITH_COLUMNS = ['RADIO_GROUP', 'CHECKBOX_GROUP', 'TAGS', 'SERVICES_CHECKBOX_GROUP', 'DONATION_INPUT'];
const columns = [
  { value: 'ZERO', label: 'In one line' },
  { value: 'ONE', label: 'One' },
  { value: 'TWO', label: 'Two' },
  { value: 'THREE', label: 'Three' },
];

/** What visitors read at the field. */
export function LookSettings() {
  const { field, get, set, errorAt } = useField();
  const looks = looksPath(field);
  const component = componentOf(field);
  if (!looks) return null;
  const isCheckbox = component === 'CHECKBOX';
  return (
    <Part title="What visitors read">
      {isCheckbox ? (
        <RichText
          label="Label"
          error={errorAt(`${looks}.label`)}
          value={asRichContent(get(`${looks}.label`))}
          onChange={(content) => set(`${looks}.label`, content)}
        />
      ) : (
        <>
          <TextSetting label="Label" path={`${looks}.label`} maxLength={350} />
          <SwitchSetting
            label="Show the label"
            description="Screen readers read it either way."
            path={`${looks}.showLabel`}
            otherwise
          />
          <RichText
            label="Description"
            error={errorAt(`${looks}.description`)}
            value={get(`${looks}.description`)}
            onChange={(content) => set(`${looks}.description`, content)}
          />
        </>
      )}
      {WITH_PLACEHOLDER.includes(component) && (
        <TextSetting label="Placeholder" path={`${looks}.placeholder`} maxLength={100} />
      )}
      {WITH_COLUMNS.includes(component) && (
        <ChoiceSetting label="Columns" path={`${looks}.numberOfColumns`} data={columns} />
      )}
      <BeginsWith looks={looks} component={component} />
    </Part>
  );
}

/** An older checkbox has a plain text. */
const asRichContent = (label: unknown): unknown =>
  typeof label === 'string'
    ? {
        nodes: [
          { type: 'PARAGRAPH', id: 'p', nodes: [{ type: 'TEXT', id: '', textData: { text: label, decorations: [] } }] },
        ],
      }
    : label;

/** What is entered before anybody types. Choices mark their options instead. */
function BeginsWith({ looks, component }: { looks: string; component: string }) {
  const { get, set } = useField();
  switch (component) {
    case 'TEXT_INPUT':
      return <TextSetting label="Begins with" path={`${looks}.default`} maxLength={20_000} />;
    case 'NUMBER_INPUT':
      return <NumberSetting label="Begins with" path={`${looks}.default`} />;
    case 'RATING_INPUT':
      return <NumberSetting label="Begins with" path={`${looks}.defaultValue`} min={1} max={5} />;
    case 'CHECKBOX':
      return <SwitchSetting label="Ticked at first" path={`${looks}.checked`} />;
    case 'DATE_INPUT':
    case 'DATE_PICKER':
      return (
        <TextInput
          type="date"
          label="Begins with"
          value={textOf(get(`${looks}.default`))}
          onChange={(event) => set(`${looks}.default`, event.currentTarget.value || undefined)}
        />
      );
    default:
      return null;
  }
}
