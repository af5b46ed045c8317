import { Alert, Button, Group, Stack, Text, TextInput, Title } from '@mantine/core';
import { formLimits } from '@portico/domain/forms/vocabulary';
import { IconPlus } from '@tabler/icons-react';
import type { Draft, FormRule, Problem } from '../draft.ts';
import { RowButtons } from '../RowButtons.tsx';
import classes from '../Rows.module.css';
import { ConditionRows } from './ConditionRows.tsx';
import { readExpression, writeExpression } from './conditions.ts';
import { newRule } from './new-rule.ts';
import { OverrideRows } from './OverrideRows.tsx';

interface RulesTabProps {
  draft: Draft;
  problems: readonly Problem[];
  onChange: (change: (draft: Draft) => Draft) => void;
}

/** Edits the rules of a form, which show, hide or require fields depending on the answers to other fields. */
export function RulesTab({ draft, problems, onChange }: RulesTabProps) {
  const rules = draft.formRules;
  const inputFields = draft.formFields.filter((field) => field.inputOptions?.target);
  const setRules = (change: (rules: readonly FormRule[]) => FormRule[]) =>
    onChange((before) => ({ ...before, formRules: change(before.formRules) }));
  return (
    <Stack>
      <Text size="sm" c="dimmed">
        A rule shows, hides or requires fields while its conditions are met. Hidden fields are never required.
      </Text>
      {rules.map((rule, index) => (
        <RuleCard
          key={rule.id ?? index}
          rule={rule}
          index={index}
          draft={draft}
          problems={problems.filter(({ path }) => path.startsWith(`formRules.${index}.`))}
          onChange={(next) => setRules((before) => before.map((current, i) => (i === index ? next : current)))}
          onRemove={() => setRules((before) => before.filter((_, i) => i !== index))}
        />
      ))}
      <div>
        <Button
          variant="default"
          leftSection={<IconPlus size={16} aria-hidden />}
          disabled={inputFields.length === 0 || rules.length >= formLimits.rules}
          onClick={() =>
            setRules((before) => [
              ...before,
              newRule(`Rule ${before.length + 1}`, inputFields[0], inputFields[1] ?? inputFields[0]),
            ])
          }
        >
          Add a rule
        </Button>
      </div>
    </Stack>
  );
}

interface RuleCardProps {
  rule: FormRule;
  index: number;
  draft: Draft;
  problems: readonly Problem[];
  onChange: (rule: FormRule) => void;
  onRemove: () => void;
}

function RuleCard({ rule, index, draft, problems, onChange, onRemove }: RuleCardProps) {
  const group = readExpression(rule.expression);
  const name = rule.name || `rule ${index + 1}`;
  return (
    <section
      aria-label={`Rule ${index + 1}`}
      className={`${classes.group} ${problems.length > 0 ? classes.problem : ''}`}
    >
      <Stack gap="sm">
        <Group justify="space-between" align="end" wrap="nowrap">
          <TextInput
            label={`Name of rule ${index + 1}`}
            flex={1}
            maw={360}
            maxLength={200}
            value={rule.name ?? ''}
            onChange={(event) => onChange({ ...rule, name: event.currentTarget.value })}
          />
          <RowButtons name={name} onRemove={onRemove} />
        </Group>
        {problems.length > 0 && (
          <Alert color="red" role="alert">
            {problems.map(({ path, description }) => (
              <div key={`${path} ${description}`}>{description}</div>
            ))}
          </Alert>
        )}
        <Title order={2} size="h5">
          When
        </Title>
        {group ? (
          <ConditionRows
            label={`Conditions of rule ${index + 1}`}
            group={group}
            fields={draft.formFields}
            onChange={(next) => onChange({ ...rule, expression: writeExpression(next) })}
          />
        ) : (
          <Text size="sm" c="dimmed">
            These conditions were created outside of this editor. They keep working, but cannot be shown here.
          </Text>
        )}
        <Title order={2} size="h5">
          Then
        </Title>
        <OverrideRows rule={rule} index={index} fields={draft.formFields} onChange={onChange} />
      </Stack>
    </section>
  );
}
