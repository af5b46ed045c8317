import { Switch, TextInput } from '@mantine/core';
import { SwitchSetting, toText } from './FieldInputs.tsx';
import { useField } from './field-context.ts';
import { isRequired, withRequired } from './required.ts';
import { SettingsGroup } from './SettingsGroup.tsx';

/** Edits the target of a field, and whether it is required, read-only, hidden or personal data. */
export function AnswerSettings() {
  const { field, get, set, errorAt, isStored, change } = useField();
  const isCheckbox = field.inputOptions?.inputType === 'BOOLEAN';
  return (
    <SettingsGroup title="Answer">
      {isCheckbox ? (
        <Switch
          label="Must be ticked"
          checked={isRequired(field)}
          onChange={(event) => change(withRequired(field, event.currentTarget.checked))}
        />
      ) : (
        <SwitchSetting label="Required" path="inputOptions.required" />
      )}
      <SwitchSetting
        label="Read-only"
        description="Visitors see the default value and cannot change it."
        path="inputOptions.readOnly"
      />
      <SwitchSetting
        label="Hidden"
        description="The field is hidden unless a rule shows it. Existing answers are preserved."
        path="hidden"
      />
      <SwitchSetting label="Personal data" description="The answers identify a person." path="inputOptions.pii" />
      <TextInput
        label="Name in code"
        description={
          isStored
            ? 'This name cannot be changed, because existing answers are saved under it.'
            : 'Use letters, digits and single underscores. The name cannot be changed after the form is saved.'
        }
        readOnly={isStored}
        maxLength={200}
        value={toText(get('inputOptions.target'))}
        error={errorAt('inputOptions.target')}
        onChange={(event) => set('inputOptions.target', event.currentTarget.value)}
      />
    </SettingsGroup>
  );
}
