import { Tabs } from '@mantine/core';
import '@mantine/core/styles/Tabs.css';
import { useQuery } from '@tanstack/react-query';
import { formatNumber } from '../ui/format.ts';
import { StatusBadge } from '../ui/StatusBadge.tsx';
import { type MemberStatus, waitingMembersQuery } from './queries.ts';

/** The tabs above the list. The URL contains the active one as `?status=`. */
export const memberTabs: readonly { status: MemberStatus | null; label: string; empty: string }[] = [
  { status: null, label: 'All', empty: '' },
  { status: 'PENDING', label: 'Waiting', empty: 'No member is waiting for approval.' },
  { status: 'APPROVED', label: 'Active', empty: 'No member can sign in yet.' },
  { status: 'BLOCKED', label: 'Blocked', empty: 'No member is blocked.' },
  { status: 'OFFLINE', label: 'Contacts', empty: 'Members whom you turn into contacts appear here.' },
];

interface MemberTabsProps {
  status: MemberStatus | null;
  onStatus: (status: MemberStatus | null) => void;
  children: React.ReactNode;
}

export function MemberTabs({ status, onStatus, children }: MemberTabsProps) {
  const waitingMembers = useQuery(waitingMembersQuery);
  const value = status ?? 'ALL';
  return (
    <Tabs
      value={value}
      onChange={(next) => onStatus(memberTabs.find((tab) => tab.status === next)?.status ?? null)}
      activateTabWithKeyboard={false}
    >
      <Tabs.List aria-label="Members by state" style={{ overflowX: 'auto', flexWrap: 'nowrap' }}>
        {memberTabs.map((tab) => (
          <Tabs.Tab
            key={tab.label}
            value={tab.status ?? 'ALL'}
            rightSection={
              tab.status === 'PENDING' &&
              waitingMembers.data &&
              waitingMembers.data.total > 0 && (
                <StatusBadge tone="waiting">{formatNumber(waitingMembers.data.total)}</StatusBadge>
              )
            }
          >
            {tab.label}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      <Tabs.Panel value={value} pt="md">
        {children}
      </Tabs.Panel>
    </Tabs>
  );
}
