import { Anchor, Text } from '@mantine/core';
import type { Calls } from '@portico/contract';
import { IconInbox, IconUserPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { formsQuery } from '../forms/queries.ts';
import { formatAgo, formatDateTime } from '../ui/format.ts';
import classes from './ActivityList.module.css';

type Event = Calls['events.activity.get']['response']['recent'][number];

/** Lists recent events, each a link to the submission or member. */
export function ActivityList({ recent }: { recent: readonly Event[] }) {
  const forms = useQuery({ ...formsQuery(null), enabled: recent.some(isSubmission) });
  const nameOfForm = (formId: string) => forms.data?.forms.find((form) => form.id === formId)?.name;
  if (recent.length === 0) {
    return (
      <Text size="sm" c="dimmed">
        No activity yet. New members and submissions appear here.
      </Text>
    );
  }
  return (
    <ul className={classes.list}>
      {recent.map((event) => {
        const { Icon, text, to } = describeEvent(event, nameOfForm);
        return (
          <li key={event.id} className={classes.row}>
            <span className={classes.icon}>
              <Icon size={17} stroke={1.7} aria-hidden />
            </span>
            <Anchor component={Link} to={to} size="sm" c="inherit" className={classes.text}>
              {text}
            </Anchor>
            <Text
              component="time"
              size="xs"
              c="dimmed"
              dateTime={event.occurredDate}
              title={formatDateTime(event.occurredDate)}
            >
              {formatAgo(event.occurredDate)}
            </Text>
          </li>
        );
      })}
    </ul>
  );
}

const isSubmission = (event: Event): boolean => event.type.includes('submission');

function describeEvent(event: Event, nameOfForm: (formId: string) => string | undefined) {
  const summary = isObject(event.summary) ? event.summary : {};
  if (isSubmission(event)) {
    const formId = typeof summary.formId === 'string' ? summary.formId : null;
    const name = formId && nameOfForm(formId);
    return {
      Icon: IconInbox,
      text: name ? `New submission: ${name}` : 'New submission',
      to: formId ? `/forms/${encodeURIComponent(formId)}?open=${encodeURIComponent(event.entityId)}` : '/forms',
    };
  }
  const name = typeof summary.nickname === 'string' ? summary.nickname : '';
  return {
    Icon: IconUserPlus,
    text: name ? `New member: ${name}` : 'New member',
    to: `/members?open=${encodeURIComponent(event.entityId)}`,
  };
}

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;
