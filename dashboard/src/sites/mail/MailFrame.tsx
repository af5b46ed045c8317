import { Group, SegmentedControl, Stack, Text } from '@mantine/core';
import '@mantine/core/styles/FloatingIndicator.css';
import '@mantine/core/styles/SegmentedControl.css';
import { useState } from 'react';
import { CopyIcon } from '../../ui/CopyField.tsx';
import classes from './MailFrame.module.css';

interface MailFrameProps {
  content: { subject: string; html: string; text: string };
}

/**
 * Shows a mail as its recipient sees it. The sandbox of the frame has no permissions. Threat: a mail's HTML contains
 * texts of owners and members, and must neither run scripts in the dashboard's origin nor navigate the window.
 */
export function MailFrame({ content }: MailFrameProps) {
  const [part, setPart] = useState('html');
  return (
    <Stack gap="xs">
      <Group justify="space-between">
        <SegmentedControl
          size="xs"
          aria-label="Part of the mail"
          value={part}
          onChange={setPart}
          data={[
            { value: 'html', label: 'Formatted' },
            { value: 'text', label: 'Plain text' },
          ]}
        />
        <CopyIcon value={content.text} label="Copy the plain text" />
      </Group>
      <div>
        <Text size="xs" c="dimmed">
          Subject
        </Text>
        <div className={classes.subject} dir="auto">
          {content.subject}
        </div>
      </div>
      {part === 'html' ? (
        <iframe className={classes.frame} title="Formatted mail" sandbox="" srcDoc={content.html} />
      ) : (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard
        <section aria-label="Mail as plain text" tabIndex={0}>
          <pre className={classes.text} dir="auto">
            {content.text}
          </pre>
        </section>
      )}
    </Stack>
  );
}
