import { Switch, TextInput } from '@mantine/core';
import { SwitchSetting, textOf } from './FieldInputs.tsx';
import { useField } from './field-context.ts';
import { Part } from './Part.tsx';

const TICK = 'inputOptions.booleanOptions.validation.enum';

/** Whether and by whom the field is filled in, and the name of its values. */
export function AnswerSettings() {
  const { field, get, set, errorAt, isStored, change } = useField();
  const isCheckbox = field.inputOptions?.inputType === 'BOOLEAN';
  return (
    <Part title="Answer">
      {isCheckbox ? (
        <Switch
          label="Must be ticked"
          checked={Array.isArray(get(TICK)) && get('inputOptions.required') === true}
          onChange={(event) => {
            const isRequired = event.currentTarget.checked;
            const { booleanOptions, ...input } = field.inputOptions ?? {};
            const { enum: _, ...validation } = booleanOptions?.validation ?? {};
            // “no” is an answer too: only the list of allowed values makes a tick necessary
            const allowed = isRequired ? { enum: [true] } : {};
            change({
              ...field,
              inputOptions: {
                ...input,
                required: isRequired,
                booleanOptions: { ...booleanOptions, validation: { ...validation, ...allowed } },
              },
            });
          }}
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
