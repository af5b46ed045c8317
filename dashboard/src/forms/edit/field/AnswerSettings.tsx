import { Switch, TextInput } from '@mantine/core';
import { SwitchSetting, textOf } from './FieldInputs.tsx';
import { useField } from './field-context.ts';
import { Part } from './Part.tsx';
import { isRequired, withRequired } from './required.ts';

/** Whether and by whom the field is filled in, and the name of its values. */
export function AnswerSettings() {
  const { field, get, set, errorAt, isStored, change } = useField();
  const isCheckbox = field.inputOptions?.inputType === 'BOOLEAN';
  return (
    <Part title="Answer">
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
        description="Visitors see what it begins with and cannot change it."
        path="inputOptions.readOnly"
      />
      <SwitchSetting
        label="Hidden"
        description="Visitors do not see it, unless a rule shows it. What they sent with it stays."
        path="hidden"
      />
      <SwitchSetting label="Personal" description="Its answers tell who somebody is." path="inputOptions.pii" />
      <TextInput
        label="Name in code"
        description={
          isStored
            ? 'Answers are kept under it: it stays.'
            : 'Letters, digits and single underscores. It stays once the form is saved.'
        }
        readOnly={isStored}
        maxLength={200}
        value={textOf(get('inputOptions.target'))}
        error={errorAt('inputOptions.target')}
        onChange={(event) => set('inputOptions.target', event.currentTarget.value)}
      />
    </Part>
  );
}
