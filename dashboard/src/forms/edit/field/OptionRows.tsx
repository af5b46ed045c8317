import { Checkbox, Group, Input, Stack, Switch, TextInput } from '@mantine/core';
import '@mantine/core/styles/Checkbox.css';
import '@mantine/core/styles/InlineInput.css';
import { formLimits } from '@portico/domain/forms/vocabulary';
import { AddButton } from '../../../ui/AddButton.tsx';
import { moveItem, RowButtons } from '../RowButtons.tsx';
import classes from '../Rows.module.css';
import { TextSetting } from './FieldInputs.tsx';
import { useField } from './field-context.ts';
import { blockPath, componentOptionsPath } from './field-paths.ts';
import { allowsMultiple, newOption, type Option, optionsIn, withLabel, withOptions } from './options.ts';
import { SettingsGroup } from './SettingsGroup.tsx';

/** Edits the options of a choice: their labels, their stored values, and which are selected by default. */
export function OptionRows() {
  const { field, change, get, set, errorAt } = useField();
  const optionsPath = componentOptionsPath(field);
  const options = optionsIn(field);
  const setOptions = (next: readonly Option[]) => change(withOptions(field, next));
  const updateOption = (index: number, part: Option) =>
    setOptions(options.map((option, i) => (i === index ? { ...option, ...part } : option)));
  const setDefault = (index: number, isDefault: boolean) =>
    setOptions(
      options.map((option, i) =>
        i === index
          ? { ...option, default: isDefault }
          : allowsMultiple(field)
            ? option
            : { ...option, default: false },
      ),
    );
  return (
    <SettingsGroup title="Options">
      <Input.Error role="alert">{errorAt(`${blockPath(field)}.options`)}</Input.Error>
      <Stack gap="xs">
        {options.map((option, index) => {
          const name = option.label || `option ${index + 1}`;
          return (
            <fieldset key={String(option.id ?? index)} className={classes.row}>
              <legend className={classes.legend}>Option {index + 1}</legend>
              <TextInput
                label="Label"
                size="xs"
                maxLength={400}
                value={option.label ?? ''}
                onChange={(event) => setOptions(withLabel(options, index, event.currentTarget.value))}
              />
              <TextInput
                label="Stored value"
                size="xs"
                maxLength={500}
                readOnly={typeof option.value !== 'string'}
                value={String(option.value ?? '')}
                onChange={(event) => updateOption(index, { value: event.currentTarget.value })}
              />
              {field.identifier === 'IMAGE_CHOICE' && (
                <TextInput
                  label="Address of the image"
                  size="xs"
                  maxLength={2000}
                  value={imageOf(option)}
                  onChange={(event) =>
                    updateOption(index, {
                      media: event.currentTarget.value ? { image: event.currentTarget.value } : undefined,
                    })
                  }
                />
              )}
              <Group justify="space-between" className={classes.end} wrap="nowrap">
                <Checkbox
                  size="xs"
                  label="Selected by default"
                  checked={option.default === true}
                  onChange={(event) => setDefault(index, event.currentTarget.checked)}
                />
                <RowButtons
                  name={name}
                  isFirst={index === 0}
                  isLast={index === options.length - 1}
                  onMove={(direction) => setOptions(moveItem(options, index, direction))}
                  onRemove={() => setOptions(options.filter((_, i) => i !== index))}
                />
              </Group>
            </fieldset>
          );
        })}
      </Stack>
      <div>
        <AddButton
          disabled={options.length >= formLimits.options}
          onClick={() => setOptions([...options, newOption(options)])}
        >
          Add an option
        </AddButton>
      </div>
      <Switch
        label="Visitors can enter another answer"
        checked={get(`${optionsPath}.customOption`) !== undefined}
        onChange={(event) =>
          set(`${optionsPath}.customOption`, event.currentTarget.checked ? { label: 'Other' } : undefined)
        }
      />
      {get(`${optionsPath}.customOption`) !== undefined && (
        <>
          <TextSetting label="Label of that option" path={`${optionsPath}.customOption.label`} maxLength={350} />
          <TextSetting
            label="Placeholder of that option"
            path={`${optionsPath}.customOption.placeholder`}
            maxLength={100}
          />
        </>
      )}
    </SettingsGroup>
  );
}

const imageOf = ({ media }: Option): string => {
  const { image } = (media ?? {}) as { image?: unknown };
  return typeof image === 'string' ? image : '';
};
