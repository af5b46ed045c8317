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

/** What the form does while it is filled in: when such is answered, show, hide or require that. */
export function RulesTab({ draft, problems, onChange }: RulesTabProps) {
  const rules = draft.formRules;
  const asked = draft.formFields.filter((field) => field.inputOptions?.target);
  const setRules = (change: (rules: readonly FormRule[]) => FormRule[]) =>
    onChange((before) => ({ ...before, formRules: change(before.formRules) }));
  return (
    <Stack>
      <Text size="sm" c="dimmed">
        While the conditions of a rule hold, it shows, hides or requires fields. What is hidden is never required.
      </Text>
      {rules.map((rule, index) => (
        <RuleCard
          key={rule.id ?? index}
          rule={rule}
          index={index}
          draft={draft}
          problems={problems.filter(({ path }) => path.startsWith(`formRules.${index}.`))}
          onChange={(next) => setRules((before) => before.map((one, at) => (at === index ? next : one)))}
          onRemove={() => setRules((before) => before.filter((_, at) => at !== index))}
        />
      ))}
      <div>
        <Button
          variant="default"
          leftSection={<IconPlus size={16} aria-hidden />}
          disabled={asked.length === 0 || rules.length >= formLimits.rules}
          onClick={() =>
            setRules((before) => [...before, newRule(`Rule ${before.length + 1}`, asked[0], asked[1] ?? asked[0])])
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
            These conditions were made elsewhere and cannot be shown here. They stay as they are.
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
