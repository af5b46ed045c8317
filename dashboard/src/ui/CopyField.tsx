import { ActionIcon, CopyButton, Group, Text, Tooltip } from '@mantine/core';
import { IconCheck, IconCopy } from '@tabler/icons-react';
import classes from './CopyField.module.css';

/** Shows a value such as a key, a secret or an id, with a button that copies it. */
export function CopyField({ label, value }: { label: string; value: string }) {
  return (
    <div>
      <Text size="sm" fw={500} mb={4}>
        {label}
      </Text>
      <Group gap="xs" wrap="nowrap" justify="space-between" className={classes.box}>
        <code className={classes.value}>{value}</code>
        <CopyIcon value={value} label={`Copy: ${label}`} />
      </Group>
    </div>
  );
}

/** A button that copies a value and then shows a confirmation. */
export function CopyIcon({ value, label }: { value: string; label: string }) {
  return (
    <CopyButton value={value} timeout={1800}>
      {({ copied, copy }) => (
        <Tooltip label={copied ? 'Copied' : label} opened={copied || undefined}>
          <ActionIcon variant="subtle" color={copied ? 'verdigris' : 'gray'} onClick={copy} aria-label={label}>
            {copied ? <IconCheck size={16} aria-hidden /> : <IconCopy size={16} aria-hidden />}
          </ActionIcon>
        </Tooltip>
      )}
    </CopyButton>
  );
}
