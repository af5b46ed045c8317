import { Checkbox, Group, Input, Stack, Switch, TextInput } from '@mantine/core';
import '@mantine/core/styles/Checkbox.css';
import '@mantine/core/styles/InlineInput.css';
import { formLimits } from '@portico/domain/forms/vocabulary';
import { AddButton } from '../../../ui/AddButton.tsx';
import { moved, RowButtons } from '../RowButtons.tsx';
import classes from '../Rows.module.css';
import { TextSetting } from './FieldInputs.tsx';
import { useField } from './field-context.ts';
import { blockPath, looksPath } from './field-paths.ts';
import { isList, newOption, type Option, optionsIn, relabelled, withOptions } from './options.ts';
import { Part } from './Part.tsx';

/** The options of a choice: what visitors read, what is stored, and which are chosen at first. */
export function OptionRows() {
  const { field, change, get, set, errorAt } = useField();
  const looks = looksPath(field);
  const options = optionsIn(field);
  const setOptions = (next: readonly Option[]) => change(withOptions(field, next));
  const patch = (index: number, part: Option) =>
    setOptions(options.map((option, at) => (at === index ? { ...option, ...part } : option)));
  const chooseFirst = (index: number, isChosen: boolean) =>
    setOptions(
      options.map((option, at) =>
        at === index ? { ...option, default: isChosen } : isList(field) ? option : { ...option, default: false },
      ),
    );
  return (
    <Part title="Options">
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
                onChange={(event) => setOptions(relabelled(options, index, event.currentTarget.value))}
              />
              <TextInput
                label="Stored as"
                size="xs"
                maxLength={500}
                readOnly={typeof option.value !== 'string'}
                value={String(option.value ?? '')}
                onChange={(event) => patch(index, { value: event.currentTarget.value })}
              />
              {field.identifier === 'IMAGE_CHOICE' && (
                <TextInput
                  label="Address of the picture"
                  size="xs"
                  maxLength={2000}
                  value={pictureOf(option)}
                  onChange={(event) =>
                    patch(index, {
                      media: event.currentTarget.value ? { image: event.currentTarget.value } : undefined,
                    })
                  }
                />
              )}
              <Group justify="space-between" className={classes.end} wrap="nowrap">
                <Checkbox
                  size="xs"
                  label="Chosen at first"
                  checked={option.default === true}
                  onChange={(event) => chooseFirst(index, event.currentTarget.checked)}
                />
                <RowButtons
                  name={name}
                  isFirst={index === 0}
                  isLast={index === options.length - 1}
                  onMove={(by) => setOptions(moved(options, index, by))}
                  onRemove={() => setOptions(options.filter((_, at) => at !== index))}
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
        label="Visitors may enter something else"
        checked={get(`${looks}.customOption`) !== undefined}
        onChange={(event) => set(`${looks}.customOption`, event.currentTarget.checked ? { label: 'Other' } : undefined)}
      />
      {get(`${looks}.customOption`) !== undefined && (
        <>
          <TextSetting label="Label of that option" path={`${looks}.customOption.label`} maxLength={350} />
          <TextSetting label="Placeholder of that option" path={`${looks}.customOption.placeholder`} maxLength={100} />
        </>
      )}
    </Part>
  );
}

const pictureOf = ({ media }: Option): string => {
  const { image } = (media ?? {}) as { image?: unknown };
  return typeof image === 'string' ? image : '';
};
