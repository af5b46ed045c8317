import { Button, Stack, Switch, Text, TextInput } from '@mantine/core';
import '@mantine/core/styles/InlineInput.css';
import '@mantine/core/styles/Switch.css';
import { IconPlus } from '@tabler/icons-react';
import type { Draft, FormStep, Problem } from './draft.ts';
import { nameOfField } from './field/field-names.ts';
import { fieldIdsOf, moveStep, newStep, removeStep } from './layout.ts';
import { RowButtons } from './RowButtons.tsx';
import classes from './Rows.module.css';

interface StepsTabProps {
  draft: Draft;
  problems: readonly Problem[];
  onChange: (change: (draft: Draft) => Draft) => void;
}

/** Edits the pages of a form (`steps` on the wire). Fields are assigned to pages on the Fields tab. */
export function StepsTab({ draft, problems, onChange }: StepsTabProps) {
  const { steps } = draft;
  const names = new Map(draft.formFields.map((field) => [field.id, nameOfField(field)]));
  const updateStep = (index: number, part: Partial<FormStep>) =>
    onChange((before) => ({
      ...before,
      steps: before.steps.map((step, i) => (i === index ? { ...step, ...part } : step)),
    }));
  return (
    <Stack>
      <Text size="sm" c="dimmed">
        Visitors fill in the pages one after the other and send the form on the last page. Under Fields, you choose the
        page of each field.
      </Text>
      {steps.map((step, index) => {
        const name = step.name || `page ${index + 1}`;
        const fieldNames = fieldIdsOf(step).flatMap((id) => names.get(id) ?? []);
        return (
          <fieldset key={step.id ?? index} className={classes.row}>
            <legend className={classes.legend}>Page {index + 1}</legend>
            <TextInput
              label={`Name of page ${index + 1}`}
              maxLength={200}
              value={step.name ?? ''}
              error={problems.find(({ path }) => path.startsWith(`steps.${index}.`))?.description}
              onChange={(event) => updateStep(index, { name: event.currentTarget.value })}
            />
            <div style={{ paddingTop: 28 }}>
              <Switch
                label="Hidden"
                checked={step.hidden === true}
                onChange={(event) => updateStep(index, { hidden: event.currentTarget.checked })}
              />
            </div>
            <Text size="xs" c="dimmed" className={classes.wide} style={{ overflowWrap: 'anywhere' }}>
              {fieldNames.length === 0 ? 'No fields yet.' : fieldNames.join(', ')}
            </Text>
            <div className={classes.end}>
              <RowButtons
                name={name}
                isFirst={index === 0}
                isLast={index === steps.length - 1}
                onMove={(direction) => onChange((before) => moveStep(before, index, index + direction))}
                onRemove={steps.length > 1 ? () => onChange((before) => removeStep(before, index)) : undefined}
              />
            </div>
          </fieldset>
        );
      })}
      <div>
        <Button
          variant="default"
          leftSection={<IconPlus size={16} aria-hidden />}
          disabled={steps.length >= 100}
          onClick={() =>
            onChange((before) => ({ ...before, steps: [...before.steps, newStep(`Page ${before.steps.length + 1}`)] }))
          }
        >
          Add a page
        </Button>
      </div>
    </Stack>
  );
}
