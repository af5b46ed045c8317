import type { Calls } from '@portico/contract';
import type { MailKind, MailTemplate } from '@portico/domain/mail';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { admin } from '../../app/client.ts';
import { queryClient } from '../../app/query-client.ts';

export type Mail = Calls['sites.mail.list']['response']['mails'][number];
export type MailStatus = Mail['status'];
export type Delivery = Calls['sites.mail.list']['response']['delivery'];
export type Template = Calls['sites.mail.templates.list']['response']['templates'][number];
export type Language = Template['language'];

const POLL_INTERVAL_MS = 4000;

/** A page of the outbox. It is polled while mails wait to be sent. */
export const outboxQuery = (status: MailStatus | null, page: number, size: number) =>
  queryOptions({
    queryKey: ['mail', 'outbox', status, page, size],
    queryFn: () =>
      admin.call('sites.mail.list', {
        query: { paging: { limit: size, offset: (page - 1) * size }, ...(status ? { status } : {}) },
      }),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) =>
      state.data?.mails.some((mail) => mail.status === 'QUEUED') ? POLL_INTERVAL_MS : false,
  });

/** Loads which server sends the mails: the site's own, the one that the environment variables name, or none. */
export const deliveryQuery = queryOptions({
  queryKey: ['mail', 'delivery'],
  queryFn: async () => (await admin.call('sites.mail.list', { query: { paging: { limit: 1 } } })).delivery,
});

/** Loads one mail. Each load adds an entry to the audit log, so it is not refetched while the mail is open. */
export const mailQuery = (mailId: string | null) =>
  queryOptions({
    queryKey: ['mail', 'one', mailId],
    queryFn: () => admin.call('sites.mail.get', { query: { mailId: mailId ?? '' } }),
    enabled: mailId !== null,
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnWindowFocus: false,
    // The mail is not cached, because its state may have changed when it is opened again.
    gcTime: 0,
  });

export const templatesQuery = queryOptions({
  queryKey: ['mail', 'templates'],
  queryFn: async () => (await admin.call('sites.mail.templates.list')).templates,
});

export const previewQuery = (kind: MailKind, language: Language, template: MailTemplate) =>
  queryOptions({
    queryKey: ['mail', 'preview', kind, language, template],
    queryFn: () => admin.call('sites.mail.preview', { body: { kind, language, template } }),
    placeholderData: keepPreviousData,
    gcTime: 60_000,
  });

export const refreshOutbox = () => queryClient.invalidateQueries({ queryKey: ['mail', 'outbox'] });
