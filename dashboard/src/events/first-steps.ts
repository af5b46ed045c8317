/** The first steps with a site, and how the dashboard knows that each is done. */
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
    title: 'Make a collection',
    text: 'Give the content of your site its fields.',
    isDone: async ({ starter }) => (await queryClient.fetchQuery(totals.collections)).value > (starter ? 1 : 0),
  },
  {
    to: '/new-form',
    title: 'Make a form',
    text: 'Ask your visitors what you want to know.',
    isDone: async ({ starter }) => (await queryClient.fetchQuery(totals.forms)).value > (starter ? 1 : 0),
  },
  {
    to: '/settings/connect',
    title: 'Connect your website',
    text: 'Make an OAuth app or an API key for your own pages.',
    isDone: async ({ clientId }) => {
      const [{ apps }, { keys }] = await Promise.all([admin.call('sites.apps.list'), admin.call('sites.keys.list')]);
      return keys.length > 0 || apps.some((app) => app.clientId !== clientId);
    },
  },
  {
    to: '/settings/mail',
    title: 'Set up mail',
    text: 'Without a mail server nobody receives codes and notices.',
    isDone: async () => (await admin.call('sites.mail.list', { query: { paging: { limit: 1 } } })).delivery !== 'NONE',
  },
];

export const stepQueries = (site: Site) =>
  firstSteps.map(({ to, isDone }) =>
    queryOptions({ queryKey: ['first-steps', to], queryFn: () => isDone(site), staleTime: 0 }),
  );
