import { Anchor, Button, Group, Paper, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { useRights } from '../app/rights.ts';
import { formatAgo, formatNumber } from '../ui/format.ts';
import { memberActs } from './member-acts.ts';
import { nameOfMember } from './member-name.ts';
import { waitingQuery } from './queries.ts';
import { useMemberActs } from './use-member-acts.tsx';
import classes from './WaitingMembers.module.css';

const approve = memberActs.find((act) => act.id === 'approve');

/** On the home: who waits to be let in. Nothing while nobody does. */
export function WaitingMembers() {
  const { mayManage } = useRights();
  const waiting = useQuery(waitingQuery);
  const acts = useMemberActs();
  if (!waiting.data || waiting.data.total === 0) return null;
  const { members, total } = waiting.data;
  return (
    <Paper component="section" p="lg" aria-labelledby="waiting-title">
      <Group justify="space-between" mb="xs">
        <Title order={2} id="waiting-title">
          {total === 1 ? '1 member waits' : `${formatNumber(total)} members wait`} to be let in
        </Title>
        <Anchor component={Link} to="/members?status=PENDING" size="sm">
          See all who wait
        </Anchor>
      </Group>
      <ul className={classes.list}>
        {members.map((member) => (
          <li key={member.id} className={classes.row}>
            <div className={classes.who}>
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
                disabled={acts.isPending}
                onClick={() => acts.start(approve, member)}
              >
                Approve
              </Button>
            )}
          </li>
        ))}
      </ul>
      {acts.question}
    </Paper>
  );
}
