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

/** What a rule changes while it holds. */
export function OverrideRows({ rule, index, fields, onChange }: OverrideRowsProps) {
  const overrides = rule.overrides ?? [];
  const setAt = (at: number, next: Override) =>
    onChange({ ...rule, overrides: overrides.map((one, place) => (place === at ? writeOverride(next) : one)) });
  return (
    <Stack gap="xs" role="group" aria-label={`Effects of rule ${index + 1}`}>
      {overrides.map((override, at) => {
        const read = readOverride(override);
        const field = fields.find((one) => one.id === read?.fieldId);
        const remove =
          overrides.length > 1
            ? () => onChange({ ...rule, overrides: overrides.filter((_, place) => place !== at) })
            : undefined;
        if (!read) {
          return (
            // biome-ignore lint/suspicious/noArrayIndexKey: effects have no name of their own
            <div key={at} className={classes.row}>
              <Text size="sm" c="dimmed">
                An effect that was made elsewhere. It stays as it is.
              </Text>
              <RowButtons name={`effect ${at + 1}`} onRemove={remove} />
            </div>
          );
        }
        const canAllow = choicesIn(field).length > 0;
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: effects have no name of their own
          <fieldset key={at} className={classes.row}>
            <legend className={classes.legend}>Effect {at + 1}</legend>
            <NativeSelect
              label="Effect"
              size="xs"
              data={effects.filter(({ value }) => value !== 'ALLOW' || canAllow || read.effect === 'ALLOW')}
              value={read.effect}
              onChange={(event) => setAt(at, { ...read, effect: event.currentTarget.value as Effect })}
            />
            <NativeSelect
              label="Field"
              size="xs"
              data={[
                ...(field ? [] : [{ value: read.fieldId, label: 'A deleted field' }]),
                ...fields.map((one) => ({ value: one.id ?? '', label: nameOfField(one) })),
              ]}
              value={read.fieldId}
              onChange={(event) => setAt(at, { ...read, fieldId: event.currentTarget.value, allowed: [] })}
            />
            {read.effect === 'ALLOW' && (
              <MultiSelect
                label="Options that stay"
                size="xs"
                data={[...choicesIn(field)]}
                value={read.allowed.map(String)}
                onChange={(allowed) => setAt(at, { ...read, allowed })}
              />
            )}
            {remove && (
              <div className={classes.end}>
                <RowButtons name={`effect ${at + 1}`} onRemove={remove} />
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
