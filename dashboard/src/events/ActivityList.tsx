import { Anchor, Text } from '@mantine/core';
import type { Calls } from '@portico/contract';
import { IconInbox, IconUserPlus } from '@tabler/icons-react';
import { Link } from 'react-router';
import { formatAgo, formatDateTime } from '../ui/format.ts';
import classes from './ActivityList.module.css';

type Event = Calls['events.activity.get']['answer']['recent'][number];

export function ActivityList({ recent }: { recent: readonly Event[] }) {
  if (recent.length === 0) {
    return (
      <Text size="sm" c="dimmed">
        Nothing yet. New members and submissions show up here.
      </Text>
    );
  }
  return (
    <ul className={classes.list}>
      {recent.map((event) => {
        const { Icon, text, to } = toldOf(event);
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

function toldOf(event: Event) {
  const summary = isObject(event.summary) ? event.summary : {};
  if (event.type.includes('submission')) {
    const formId = typeof summary.formId === 'string' ? summary.formId : null;
    return {
      Icon: IconInbox,
      text: 'A form was sent',
      to: formId ? `/forms/${encodeURIComponent(formId)}?open=${encodeURIComponent(event.entityId)}` : '/forms',
    };
  }
  const name = typeof summary.nickname === 'string' ? summary.nickname : '';
  return {
    Icon: IconUserPlus,
    text: name ? `${name} became a member` : 'Somebody became a member',
    to: `/members?open=${encodeURIComponent(event.entityId)}`,
  };
}

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;
