import { Button, Group, Pill, Popover } from '@mantine/core';
import '@mantine/core/styles/Pill.css';
import { IconFilter } from '@tabler/icons-react';
import { useState } from 'react';
import { formatDate } from '../ui/format.ts';
import classes from './FilterBar.module.css';
import { FilterEditor } from './FilterEditor.tsx';
import { type Field, kindOf, titleOf } from './field-kinds.ts';
import { type Filter, operatorTitles, takesValue } from './filters.ts';

interface FilterBarProps {
  fields: readonly Field[];
  filters: readonly Filter[];
  onChange: (filters: readonly Filter[]) => void;
}

/** The filters in force, each with a way to take it off, and a form for one more. */
export function FilterBar({ fields, filters, onChange }: FilterBarProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <Group gap="xs">
      <Popover opened={isOpen} onChange={setOpen} position="bottom-start" trapFocus returnFocus shadow="md" width={300}>
        <Popover.Target>
          <Button
            size="xs"
            variant="default"
            leftSection={<IconFilter size={15} aria-hidden />}
            onClick={() => setOpen((before) => !before)}
          >
            Filter
          </Button>
        </Popover.Target>
        <Popover.Dropdown aria-label="New filter">
          <FilterEditor
            fields={fields}
            onAdd={(filter) => {
              setOpen(false);
              onChange([...filters, filter]);
            }}
          />
        </Popover.Dropdown>
      </Popover>
      {filters.map((filter, index) => (
        <Pill
          // biome-ignore lint/suspicious/noArrayIndexKey: two filters may be alike
          key={index}
          size="md"
          className={classes.filter}
          withRemoveButton
          removeButtonProps={{
            'aria-label': `Remove the filter: ${told(filter, fields)}`,
            'aria-hidden': false,
            tabIndex: 0,
          }}
          onRemove={() => onChange(filters.filter((_, other) => other !== index))}
        >
          {told(filter, fields)}
        </Pill>
      ))}
    </Group>
  );
}

function told({ field: key, operator, value }: Filter, fields: readonly Field[]): string {
  const field = fields.find((one) => one.key === key);
  const subject = field ? titleOf(field) : key;
  if (!takesValue(operator)) return `${subject} ${operatorTitles[operator]}`;
  const isDay = field && (kindOf(field) === 'date' || kindOf(field) === 'dateTime');
  return `${subject} ${operatorTitles[operator]} ${isDay ? formatDate(`${value}T00:00:00`) : value}`;
}
