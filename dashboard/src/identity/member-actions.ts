/** Actions on a member, with their texts. The server decides which status changes are allowed. */
import { admin } from '../app/client.ts';
import type { Member } from './queries.ts';

export interface MemberAction {
  readonly id: 'approve' | 'block' | 'mute' | 'unmute' | 'setPassword' | 'disconnect' | 'delete';
  readonly label: (member: Member) => string;
  readonly isAvailable: (member: Member) => boolean;
  readonly run: (member: Member) => Promise<unknown>;
  /** Returns the message after the action. */
  readonly successMessage: (name: string, response: unknown) => string;
  /** The confirmation before an action that is hard to undo. */
  readonly confirmation?: { readonly title: string; readonly action: string; readonly text: (name: string) => string };
}

const byId = ({ id }: Member) => ({ query: { id } });

export const memberActions: readonly MemberAction[] = [
  {
    id: 'approve',
    label: ({ status }) =>
      status === 'BLOCKED' ? 'Unblock' : status === 'OFFLINE' ? 'Make a member again' : 'Approve',
    isAvailable: ({ status }) => status !== 'APPROVED',
    run: (member) => admin.call('identity.members.approve', byId(member)),
    successMessage: (name, response) =>
      statusIn(response) === 'PENDING'
        ? `${name} is approved, but still has to complete the sign-up.`
        : `${name} can now sign in.`,
  },
  {
    id: 'setPassword',
    label: () => 'Send a link to set a password',
    isAvailable: ({ status, loginEmail }) => (status === 'APPROVED' || status === 'PENDING') && Boolean(loginEmail),
    run: ({ loginEmail = '' }) =>
      admin.call('identity.siteMembers.sendSetPasswordEmail', { body: { email: loginEmail } }),
    successMessage: (name) => `A link is on its way to ${name}.`,
  },
  {
    id: 'mute',
    label: () => 'Mute',
    isAvailable: ({ status, activityStatus }) => status === 'APPROVED' && activityStatus !== 'MUTED',
    run: (member) => admin.call('identity.members.mute', byId(member)),
    successMessage: (name) => `${name} is muted.`,
  },
  {
    id: 'unmute',
    label: () => 'Unmute',
    isAvailable: ({ activityStatus }) => activityStatus === 'MUTED',
    run: (member) => admin.call('identity.members.unmute', byId(member)),
    successMessage: (name) => `${name} is no longer muted.`,
  },
  {
    id: 'block',
    label: () => 'Block',
    isAvailable: ({ status }) => status !== 'BLOCKED',
    run: (member) => admin.call('identity.members.block', byId(member)),
    successMessage: (name) => `${name} is blocked.`,
    confirmation: {
      title: 'Block this member?',
      action: 'Block',
      text: (name) => `${name} will be signed out everywhere and cannot sign in until you unblock them.`,
    },
  },
  {
    id: 'disconnect',
    label: () => 'Turn into a contact',
    isAvailable: ({ status }) => status === 'APPROVED' || status === 'PENDING',
    run: (member) => admin.call('identity.members.disconnect', byId(member)),
    successMessage: (name) => `${name} is now a contact.`,
    confirmation: {
      title: 'Turn this member into a contact?',
      action: 'Turn into a contact',
      text: (name) => `${name} will be signed out everywhere and can no longer sign in, but stays in the list.`,
    },
  },
  {
    id: 'delete',
    label: () => 'Delete',
    isAvailable: () => true,
    run: (member) => admin.call('identity.members.delete', byId(member)),
    successMessage: (name) => `${name} is deleted.`,
    confirmation: {
      title: 'Delete this member?',
      action: 'Delete member',
      text: (name) =>
        `The account of ${name} will be deleted. This cannot be undone. Under Settings, Member fields, you can choose what happens to their items and submissions.`,
    },
  },
];

const statusIn = (response: unknown): string | undefined =>
  (response as { member?: Member } | undefined)?.member?.status;
