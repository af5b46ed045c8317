import { eventTypes } from '@portico/domain';
import { describe, expect, it } from 'vitest';
import type { Webhook } from './queries.ts';
import { eventGroups, nameOfEvent, toWebhook, valuesOf } from './webhook-values.ts';

describe('values of the webhook dialog', () => {
  it('offers every event once, with a label that is unique in its group', () => {
    const offeredTypes = eventGroups.flatMap(({ events }) => events.map(({ value }) => value));
    expect(offeredTypes.toSorted()).toEqual([...eventTypes].sort());
    for (const { events } of eventGroups) {
      expect(new Set(events.map(({ label }) => label)).size).toBe(events.length);
    }
  });

  it('reads and writes the settings of a webhook', () => {
    const webhook = { name: 'N', url: 'https://a.b', format: 'JWT', eventTypes: ['wix.forms.v4.form_created'] };
    expect(toWebhook(valuesOf(webhook as Webhook))).toEqual(webhook);
    expect(toWebhook({ ...valuesOf(null), url: ' https://a.b ' })).toMatchObject({
      url: 'https://a.b',
      eventTypes: ['*'],
    });
  });

  it('returns readable names of events', () => {
    expect(nameOfEvent('wix.forms.v4.submission_created')).toBe('Submission: created');
    expect(nameOfEvent('wix.forms.v4.form_disabled_form')).toBe('Form: closed');
    expect(nameOfEvent('portico.v1.webhook_tested')).toBe('Test');
  });
});
