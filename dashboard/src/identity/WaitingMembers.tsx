import { Anchor, Button, Group, Paper, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { useRights } from '../app/rights.ts';
import { formatAgo, formatNumber } from '../ui/format.ts';
import { memberActions } from './member-actions.ts';
import { nameOfMember } from './member-name.ts';
import { waitingMembersQuery } from './queries.ts';
import { useMemberActions } from './use-member-actions.tsx';
import classes from './WaitingMembers.module.css';

const approve = memberActions.find(({ id }) => id === 'approve');

/** The list of members who wait for approval, for the home screen. Renders nothing if there are none. */
export function WaitingMembers() {
  const { mayManage } = useRights();
  const waitingMembers = useQuery(waitingMembersQuery);
  const actions = useMemberActions();
  if (!waitingMembers.data || waitingMembers.data.total === 0) return null;
  const { members, total } = waitingMembers.data;
  return (
    <Paper component="section" p="lg" aria-labelledby="waiting-title">
      <Group justify="space-between" mb="xs">
        <Title order={2} id="waiting-title">
          {total === 1 ? '1 member is' : `${formatNumber(total)} members are`} waiting for approval
        </Title>
        <Anchor component={Link} to="/members?status=PENDING" size="sm">
          Show all waiting members
        </Anchor>
      </Group>
      <ul className={classes.list}>
        {members.map((member) => (
          <li key={member.id} className={classes.row}>
            <div className={classes.name}>
              <Anchor component={Link} to={`/members?status=PENDING&open=${member.id}`} size="sm" fw={500}>
                {nameOfMember(member)}
              </Anchor>
              <Text size="xs" c="dimmed">
                {member.loginEmail} · {formatAgo(member.createdDate)}
              </Text>
            </div>
            {mayManage && approve && (
              <Button
                size="xs"
                variant="default"
                aria-label={`Approve ${nameOfMember(member)}`}
                disabled={actions.isPending}
                onClick={() => actions.start(approve, member)}
              >
                Approve
              </Button>
            )}
          </li>
        ))}
      </ul>
      {actions.question}
    </Paper>
  );
}
