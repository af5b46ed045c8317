/** The first steps of setting up a site, each with a function that checks whether it is done. */
import { queryOptions } from '@tanstack/react-query';
import { admin } from '../app/client.ts';
import { queryClient } from '../app/query-client.ts';
import type { Site } from '../app/session.ts';
import { totals } from './counts.ts';

interface FirstStep {
  readonly to: string;
  readonly title: string;
  readonly text: string;
  readonly isDone: (site: Site) => Promise<boolean>;
}

export const firstSteps: readonly FirstStep[] = [
  {
    to: '/new-collection',
    title: 'Create a collection of your own',
    text: 'A collection holds content of your site, such as articles or products.',
    isDone: async ({ starter }) => (await queryClient.fetchQuery(totals.collections)).value > (starter ? 1 : 0),
  },
  {
    to: '/new-form',
    title: 'Create a form of your own',
    text: 'Let visitors send you messages, registrations or orders.',
    isDone: async ({ starter }) => (await queryClient.fetchQuery(totals.forms)).value > (starter ? 1 : 0),
  },
  {
    to: '/settings/connect',
    title: 'Connect your website',
    text: 'Create an OAuth app or an API key for your own website.',
    isDone: async ({ clientId }) => {
      const [{ apps }, { keys }] = await Promise.all([admin.call('sites.apps.list'), admin.call('sites.keys.list')]);
      return keys.length > 0 || apps.some((app) => app.clientId !== clientId);
    },
  },
  {
    to: '/settings/mail',
    title: 'Set up mail',
    text: 'Without a mail server, members receive no codes and you receive no notifications.',
    isDone: async () => (await admin.call('sites.mail.list', { query: { paging: { limit: 1 } } })).delivery !== 'NONE',
  },
];

export const stepQueries = (site: Site) =>
  firstSteps.map(({ to, isDone }) =>
    queryOptions({ queryKey: ['first-steps', to], queryFn: () => isDone(site), staleTime: 0 }),
  );
