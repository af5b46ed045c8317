import { TextInput } from '@mantine/core';
import { RichText } from '../RichText.tsx';
import { ChoiceSetting, NumberSetting, SwitchSetting, TextSetting, toText } from './FieldInputs.tsx';
import { useField } from './field-context.ts';
import { componentOf, componentOptionsPath } from './field-paths.ts';
import { SettingsGroup } from './SettingsGroup.tsx';

const COMPONENTS_WITH_PLACEHOLDER = [
  'TEXT_INPUT',
  'DROPDOWN',
  'PHONE_INPUT',
  'PASSWORD',
  'NUMBER_INPUT',
  'DATE_PICKER',
  'PAYMENT_INPUT',
  'SERVICES_DROPDOWN',
];
const COMPONENTS_WITH_COLUMNS = ['RADIO_GROUP', 'CHECKBOX_GROUP', 'TAGS', 'SERVICES_CHECKBOX_GROUP', 'DONATION_INPUT'];
const columns = [
  { value: 'ZERO', label: 'In one line' },
  { value: 'ONE', label: 'One' },
  { value: 'TWO', label: 'Two' },
  { value: 'THREE', label: 'Three' },
];

/** Edits the appearance of a field: label, description, placeholder, columns and default value. */
export function AppearanceSettings() {
  const { field, get, set, errorAt } = useField();
  const optionsPath = componentOptionsPath(field);
  const component = componentOf(field);
  if (!optionsPath) return null;
  const isCheckbox = component === 'CHECKBOX';
  return (
    <SettingsGroup title="What visitors see">
      {isCheckbox ? (
        <RichText
          label="Label"
          error={errorAt(`${optionsPath}.label`)}
          value={toRichContent(get(`${optionsPath}.label`))}
          onChange={(content) => set(`${optionsPath}.label`, content)}
        />
      ) : (
        <>
          <TextSetting label="Label" path={`${optionsPath}.label`} maxLength={350} />
          <SwitchSetting
            label="Show the label"
            description="Screen readers always read the label."
            path={`${optionsPath}.showLabel`}
            defaultValue
          />
          <RichText
            label="Description"
            error={errorAt(`${optionsPath}.description`)}
            value={get(`${optionsPath}.description`)}
            onChange={(content) => set(`${optionsPath}.description`, content)}
          />
        </>
      )}
      {COMPONENTS_WITH_PLACEHOLDER.includes(component) && (
        <TextSetting label="Placeholder" path={`${optionsPath}.placeholder`} maxLength={100} />
      )}
      {COMPONENTS_WITH_COLUMNS.includes(component) && (
        <ChoiceSetting label="Columns" path={`${optionsPath}.numberOfColumns`} data={columns} />
      )}
      <DefaultValueSetting optionsPath={optionsPath} component={component} />
    </SettingsGroup>
  );
}

/** Converts the label of an older checkbox, which is plain text, to rich content. */
const toRichContent = (label: unknown): unknown =>
  typeof label === 'string'
    ? {
        nodes: [
          { type: 'PARAGRAPH', id: 'p', nodes: [{ type: 'TEXT', id: '', textData: { text: label, decorations: [] } }] },
        ],
      }
    : label;

/** Edits the default value of a field. The default of choices is edited by OptionRows. */
function DefaultValueSetting({ optionsPath, component }: { optionsPath: string; component: string }) {
  const { get, set } = useField();
  switch (component) {
    case 'TEXT_INPUT':
      return <TextSetting label="Default value" path={`${optionsPath}.default`} maxLength={20_000} />;
    case 'NUMBER_INPUT':
      return <NumberSetting label="Default value" path={`${optionsPath}.default`} />;
    case 'RATING_INPUT':
      return <NumberSetting label="Default value" path={`${optionsPath}.defaultValue`} min={1} max={5} />;
    case 'CHECKBOX':
      return <SwitchSetting label="Ticked by default" path={`${optionsPath}.checked`} />;
    case 'DATE_INPUT':
    case 'DATE_PICKER':
      return (
        <TextInput
          type="date"
          label="Default value"
          value={toText(get(`${optionsPath}.default`))}
          onChange={(event) => set(`${optionsPath}.default`, event.currentTarget.value || undefined)}
        />
      );
    default:
      return null;
  }
}
