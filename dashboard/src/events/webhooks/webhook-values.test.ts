import { eventTypes } from '@portico/domain';
import { describe, expect, it } from 'vitest';
import type { Webhook } from './queries.ts';
import { eventGroups, nameOfEvent, toWebhook, webhookValues } from './webhook-values.ts';

describe('a webhook’s dialog', () => {
  it('offers every event, each once, each with a name of its own in its group', () => {
    const offered = eventGroups.flatMap(({ events }) => events.map(({ value }) => value));
    expect(offered.toSorted()).toEqual([...eventTypes].sort());
    for (const { events } of eventGroups) {
      expect(new Set(events.map(({ label }) => label)).size).toBe(events.length);
    }
  });

  it('holds what the webhook has', () => {
    const webhook = { name: 'N', url: 'https://a.b', format: 'JWT', eventTypes: ['wix.forms.v4.form_created'] };
    expect(toWebhook(webhookValues(webhook as Webhook))).toEqual(webhook);
    expect(toWebhook({ ...webhookValues(null), url: ' https://a.b ' })).toMatchObject({
      url: 'https://a.b',
      eventTypes: ['*'],
    });
  });

  it('names events for people', () => {
    expect(nameOfEvent('wix.forms.v4.submission_created')).toBe('Submission: created');
    expect(nameOfEvent('wix.forms.v4.form_disabled_form')).toBe('Form: closed');
    expect(nameOfEvent('portico.v1.webhook_tested')).toBe('Test');
  });
});
