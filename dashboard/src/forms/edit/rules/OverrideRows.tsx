import { MultiSelect, NativeSelect, Stack, Text } from '@mantine/core';
import '@mantine/core/styles/Combobox.css';
import '@mantine/core/styles/Pill.css';
import '@mantine/core/styles/PillsInput.css';
import { AddButton } from '../../../ui/AddButton.tsx';
import type { FormField, FormRule } from '../draft.ts';
import { nameOfField } from '../field/field-names.ts';
import { choicesIn } from '../field/options.ts';
import { RowButtons } from '../RowButtons.tsx';
import classes from '../Rows.module.css';
import { type Effect, effects, type Override, readOverride, writeOverride } from './overrides.ts';

interface OverrideRowsProps {
  rule: FormRule;
  index: number;
  fields: readonly FormField[];
  onChange: (rule: FormRule) => void;
}

/** Edits the effects of a rule, which apply while its conditions are fulfilled. */
export function OverrideRows({ rule, index, fields, onChange }: OverrideRowsProps) {
  const overrides = rule.overrides ?? [];
  const update = (index: number, next: Override) =>
    onChange({ ...rule, overrides: overrides.map((current, i) => (i === index ? writeOverride(next) : current)) });
  return (
    <Stack gap="xs" role="group" aria-label={`Effects of rule ${index + 1}`}>
      {overrides.map((override, position) => {
        const parsedOverride = readOverride(override);
        const field = fields.find(({ id }) => id === parsedOverride?.fieldId);
        const remove =
          overrides.length > 1
            ? () => onChange({ ...rule, overrides: overrides.filter((_, i) => i !== position) })
            : undefined;
        if (!parsedOverride) {
          return (
            // biome-ignore lint/suspicious/noArrayIndexKey: effects have no id
            <div key={position} className={classes.row}>
              <Text size="sm" c="dimmed">
                This effect was created outside of this editor. It keeps working, but cannot be changed here.
              </Text>
              <RowButtons name={`effect ${position + 1}`} onRemove={remove} />
            </div>
          );
        }
        const canAllow = choicesIn(field).length > 0;
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: effects have no id
          <fieldset key={position} className={classes.row}>
            <legend className={classes.legend}>Effect {position + 1}</legend>
            <NativeSelect
              label="Effect"
              size="xs"
              data={effects.filter(({ value }) => value !== 'ALLOW' || canAllow || parsedOverride.effect === 'ALLOW')}
              value={parsedOverride.effect}
              onChange={(event) => update(position, { ...parsedOverride, effect: event.currentTarget.value as Effect })}
            />
            <NativeSelect
              label="Field"
              size="xs"
              data={[
                ...(field ? [] : [{ value: parsedOverride.fieldId, label: 'A deleted field' }]),
                ...fields.map((option) => ({ value: option.id ?? '', label: nameOfField(option) })),
              ]}
              value={parsedOverride.fieldId}
              onChange={(event) =>
                update(position, { ...parsedOverride, fieldId: event.currentTarget.value, allowed: [] })
              }
            />
            {parsedOverride.effect === 'ALLOW' && (
              <MultiSelect
                label="Allowed options"
                size="xs"
                data={[...choicesIn(field)]}
                value={parsedOverride.allowed.map(String)}
                onChange={(allowed) => update(position, { ...parsedOverride, allowed })}
              />
            )}
            {remove && (
              <div className={classes.end}>
                <RowButtons name={`effect ${position + 1}`} onRemove={remove} />
              </div>
            )}
          </fieldset>
        );
      })}
      <div>
        <AddButton
          onClick={() =>
            onChange({
              ...rule,
              overrides: [...overrides, writeOverride({ effect: 'HIDE', fieldId: fields[0]?.id ?? '', allowed: [] })],
            })
          }
        >
          Add an effect
        </AddButton>
      </div>
    </Stack>
  );
}
