import type { Site } from '../../kernel/ctx.ts';

/**
 * Returns sample values of every placeholder for a preview, from ranges reserved for documentation (RFC 2606, RFC
 * 5737).
 */
export const sampleValues = (now: Date): Record<string, string> => ({
  code: '123456',
  memberEmail: 'sam@example.org',
  newEmail: 'sam@example.com',
  device: 'Firefox, Linux',
  address: '203.0.113.7',
  time: now.toISOString(),
  formName: 'Contact',
  count: '37',
  webhookUrl: 'https://example.org/hooks',
});

export const sampleLink = (site: Pick<Site, 'origin'>): string => `${site.origin}/example`;
