/** What the people of a site can do to a member, and how it is told. The server's table of statuses decides in the end. */
import { admin } from '../app/client.ts';
import type { Member } from './queries.ts';

export interface MemberAct {
  readonly id: 'approve' | 'block' | 'mute' | 'unmute' | 'setPassword' | 'disconnect' | 'delete';
  readonly label: (member: Member) => string;
  readonly fits: (member: Member) => boolean;
  readonly run: (member: Member) => Promise<unknown>;
  /** told afterwards, of the name */
  readonly done: (name: string, answer: unknown) => string;
  /** asked before what is not easily put right */
  readonly question?: { readonly title: string; readonly action: string; readonly text: (name: string) => string };
}

const byId = ({ id }: Member) => ({ query: { id } });

export const memberActs: readonly MemberAct[] = [
  {
    id: 'approve',
    label: ({ status }) =>
      status === 'BLOCKED' ? 'Unblock' : status === 'OFFLINE' ? 'Make a member again' : 'Approve',
    fits: ({ status }) => status !== 'APPROVED',
    run: (member) => admin.call('identity.members.approve', byId(member)),
    done: (name, answer) =>
      statusIn(answer) === 'PENDING'
        ? `${name} is approved, but still owes a step of the sign-up.`
        : `${name} may sign in.`,
  },
  {
    id: 'setPassword',
    label: () => 'Mail a link to set a password',
    fits: ({ status, loginEmail }) => (status === 'APPROVED' || status === 'PENDING') && Boolean(loginEmail),
    run: ({ loginEmail = '' }) =>
      admin.call('identity.siteMembers.sendSetPasswordEmail', { body: { email: loginEmail } }),
    done: (name) => `A link is on its way to ${name}.`,
  },
  {
    id: 'mute',
    label: () => 'Mute',
    fits: ({ status, activityStatus }) => status === 'APPROVED' && activityStatus !== 'MUTED',
    run: (member) => admin.call('identity.members.mute', byId(member)),
    done: (name) => `${name} is muted.`,
  },
  {
    id: 'unmute',
    label: () => 'Unmute',
    fits: ({ activityStatus }) => activityStatus === 'MUTED',
    run: (member) => admin.call('identity.members.unmute', byId(member)),
    done: (name) => `${name} is no longer muted.`,
  },
  {
    id: 'block',
    label: () => 'Block',
    fits: ({ status }) => status !== 'BLOCKED',
    run: (member) => admin.call('identity.members.block', byId(member)),
    done: (name) => `${name} is blocked.`,
    question: {
      title: 'Block this member?',
      action: 'Block',
      text: (name) => `${name} is signed out everywhere at once, and cannot sign in until you unblock them.`,
    },
  },
  {
    id: 'disconnect',
    label: () => 'Turn into a contact',
    fits: ({ status }) => status === 'APPROVED' || status === 'PENDING',
    run: (member) => admin.call('identity.members.disconnect', byId(member)),
    done: (name) => `${name} is a contact now.`,
    question: {
      title: 'Turn this member into a contact?',
      action: 'Turn into a contact',
      text: (name) => `${name} is signed out everywhere and stays in the list, but no longer signs in.`,
    },
  },
  {
    id: 'delete',
    label: () => 'Delete',
    fits: () => true,
    run: (member) => admin.call('identity.members.delete', byId(member)),
    done: (name) => `${name} is deleted.`,
    question: {
      title: 'Delete this member?',
      action: 'Delete member',
      text: (name) =>
        `The account of ${name} is deleted. What happens to their items and submissions is decided under Settings, Member fields. This cannot be undone.`,
    },
  },
];

const statusIn = (answer: unknown): string | undefined => (answer as { member?: Member } | undefined)?.member?.status;
