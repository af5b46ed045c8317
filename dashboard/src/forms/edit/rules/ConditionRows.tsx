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
  changeCondition,
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

/** Maximum depth of groups. The server accepts twenty levels, but more than three are hard to read. */
const MAX_DEPTH = 3;

/** Edits a group of conditions, which may contain further groups. */
export function ConditionRows({ label, group, fields, depth = 1, onChange }: ConditionRowsProps) {
  const { mode, parts } = group;
  const inputFields = fields.filter((field) => field.inputOptions?.target);
  const setPart = (index: number, part: Condition | ConditionGroup) =>
    onChange({ mode, parts: parts.map((current, i) => (i === index ? part : current)) });
  const remove = (index: number) => onChange({ mode, parts: parts.filter((_, i) => i !== index) });
  return (
    <Stack gap="xs" role="group" aria-label={label}>
      <SegmentedControl
        w="fit-content"
        size="xs"
        aria-label={`${label}: match`}
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
          // biome-ignore lint/suspicious/noArrayIndexKey: conditions have no id
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
            // biome-ignore lint/suspicious/noArrayIndexKey: conditions have no id
            key={index}
            legend={`${label}: condition ${index + 1}`}
            name={name}
            condition={part}
            inputFields={inputFields}
            onChange={(next) => setPart(index, next)}
            onRemove={parts.length > 1 ? () => remove(index) : undefined}
          />
        );
      })}
      <Group gap="xs">
        <AddButton onClick={() => onChange({ mode, parts: [...parts, newCondition(inputFields[0])] })}>
          Add a condition
        </AddButton>
        {depth < MAX_DEPTH && (
          <AddButton
            onClick={() =>
              onChange({
                mode,
                parts: [...parts, { mode: mode === 'and' ? 'or' : 'and', parts: [newCondition(inputFields[0])] }],
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
  inputFields: readonly FormField[];
  onChange: (condition: Condition) => void;
  onRemove: (() => void) | undefined;
}

function ConditionRow({ legend, name, condition, inputFields, onChange, onRemove }: ConditionRowProps) {
  const field = inputFields.find(({ inputOptions }) => inputOptions?.target === condition.target);
  const operators = operatorsFor(field);
  const operator = operators.find(({ value }) => value === condition.operator);
  return (
    <fieldset className={classes.row}>
      <legend className={classes.legend}>{legend}</legend>
      <NativeSelect
        label="Field"
        size="xs"
        data={[
          ...(field ? [] : [{ value: condition.target, label: `${condition.target} (deleted)` }]),
          ...inputFields.map((input) => ({ value: input.inputOptions?.target ?? '', label: nameOfField(input) })),
        ]}
        value={condition.target}
        error={field ? undefined : 'This field has been deleted, so the rule has no effect. Choose another field.'}
        onChange={(event) => {
          const target = event.currentTarget.value;
          onChange(
            changeCondition(
              condition,
              inputFields.find(({ inputOptions }) => inputOptions?.target === target),
            ),
          );
        }}
      />
      <NativeSelect
        label="Condition"
        size="xs"
        data={[
          ...(operator ? [] : [{ value: condition.operator, label: condition.operator }]),
          ...operators.map(({ value, label }) => ({ value, label })),
        ]}
        value={condition.operator}
        onChange={(event) => onChange(changeCondition(condition, field, event.currentTarget.value))}
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
