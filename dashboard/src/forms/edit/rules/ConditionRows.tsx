import { Group, NativeSelect, SegmentedControl, Stack } from '@mantine/core';
import '@mantine/core/styles/FloatingIndicator.css';
import '@mantine/core/styles/SegmentedControl.css';
import { AddButton } from '../../../ui/AddButton.tsx';
import type { FormField } from '../draft.ts';
import { nameOfField } from '../field/field-names.ts';
import { RowButtons } from '../RowButtons.tsx';
import classes from '../Rows.module.css';
import {
  type Condition,
  type ConditionGroup,
  changedCondition,
  isGroup,
  newCondition,
  operatorsFor,
} from './conditions.ts';
import { OperandInput } from './OperandInput.tsx';

interface ConditionRowsProps {
  label: string;
  group: ConditionGroup;
  fields: readonly FormField[];
  depth?: number;
  onChange: (group: ConditionGroup) => void;
}

/** the server takes twenty levels; three are what people can read */
const DEEPEST = 3;

/** Conditions that hold together or one by one, and groups of them within. */
export function ConditionRows({ label, group, fields, depth = 1, onChange }: ConditionRowsProps) {
  const { mode, parts } = group;
  const asked = fields.filter((field) => field.inputOptions?.target);
  const setPart = (index: number, part: Condition | ConditionGroup) =>
    onChange({ mode, parts: parts.map((one, at) => (at === index ? part : one)) });
  const remove = (index: number) => onChange({ mode, parts: parts.filter((_, at) => at !== index) });
  return (
    <Stack gap="xs" role="group" aria-label={label}>
      <SegmentedControl
        w="fit-content"
        size="xs"
        aria-label={`${label}: how they go together`}
        data={[
          { value: 'and', label: 'All of these' },
          { value: 'or', label: 'Any of these' },
        ]}
        value={mode}
        onChange={(next) => onChange({ mode: next as 'and' | 'or', parts })}
      />
      {parts.map((part, index) => {
        const name = `${isGroup(part) ? 'group' : 'condition'} ${index + 1}`;
        return isGroup(part) ? (
          // biome-ignore lint/suspicious/noArrayIndexKey: conditions have no name of their own
          <div key={index} className={classes.group}>
            <Group justify="flex-end" mb={4}>
              <RowButtons name={name} onRemove={() => remove(index)} />
            </Group>
            <ConditionRows
              label={`${label}, group ${index + 1}`}
              group={part}
              fields={fields}
              depth={depth + 1}
              onChange={(next) => setPart(index, next)}
            />
          </div>
        ) : (
          <ConditionRow
            // biome-ignore lint/suspicious/noArrayIndexKey: conditions have no name of their own
            key={index}
            legend={`${label}: condition ${index + 1}`}
            name={name}
            condition={part}
            asked={asked}
            onChange={(next) => setPart(index, next)}
            onRemove={parts.length > 1 ? () => remove(index) : undefined}
          />
        );
      })}
      <Group gap="xs">
        <AddButton onClick={() => onChange({ mode, parts: [...parts, newCondition(asked[0])] })}>
          Add a condition
        </AddButton>
        {depth < DEEPEST && (
          <AddButton
            onClick={() =>
              onChange({
                mode,
                parts: [...parts, { mode: mode === 'and' ? 'or' : 'and', parts: [newCondition(asked[0])] }],
              })
            }
          >
            Add a group
          </AddButton>
        )}
      </Group>
    </Stack>
  );
}

interface ConditionRowProps {
  legend: string;
  name: string;
  condition: Condition;
  asked: readonly FormField[];
  onChange: (condition: Condition) => void;
  onRemove: (() => void) | undefined;
}

function ConditionRow({ legend, name, condition, asked, onChange, onRemove }: ConditionRowProps) {
  const field = asked.find((one) => one.inputOptions?.target === condition.target);
  const fitting = operatorsFor(field);
  const operator = fitting.find(({ value }) => value === condition.operator);
  return (
    <fieldset className={classes.row}>
      <legend className={classes.legend}>{legend}</legend>
      <NativeSelect
        label="Field"
        size="xs"
        data={[
          ...(field ? [] : [{ value: condition.target, label: `${condition.target} (deleted)` }]),
          ...asked.map((one) => ({ value: one.inputOptions?.target ?? '', label: nameOfField(one) })),
        ]}
        value={condition.target}
        error={field ? undefined : 'This field is deleted: the rule does nothing.'}
        onChange={(event) => {
          const target = event.currentTarget.value;
          onChange(
            changedCondition(
              condition,
              asked.find((one) => one.inputOptions?.target === target),
            ),
          );
        }}
      />
      <NativeSelect
        label="Condition"
        size="xs"
        data={[
          ...(operator ? [] : [{ value: condition.operator, label: condition.operator }]),
          ...fitting.map(({ value, label }) => ({ value, label })),
        ]}
        value={condition.operator}
        onChange={(event) => onChange(changedCondition(condition, field, event.currentTarget.value))}
      />
      {operator && operator.operand !== 'nothing' && (
        <OperandInput
          operand={operator.operand}
          field={field}
          value={condition.value}
          onChange={(value) => onChange({ ...condition, value })}
        />
      )}
      {onRemove && (
        <div className={classes.end}>
          <RowButtons name={name} onRemove={onRemove} />
        </div>
      )}
    </fieldset>
  );
}
