/** Maximum number of concurrent deliveries. */
const MAX_DELIVERIES = 64;
const MAX_PER_WEBHOOK = 4;
/** Maximum number of concurrent deliveries to a webhook whose last delivery failed. */
const MAX_PER_FAILING_WEBHOOK = 1;
/**
 * Maximum number of concurrent deliveries to all failing webhooks together, so that capacity remains for the others.
 */
const MAX_FAILING_DELIVERIES = 24;
/** Maximum number of remembered failing webhooks, which bounds the memory. */
const MAX_REMEMBERED_WEBHOOKS = 1_000;

/** Counts concurrent deliveries, so that a slow receiver delays only itself. */
export interface DeliverySlots {
  /** Returns how many more deliveries may start now. */
  free(): number;
  /** Returns how many more deliveries of one webhook may start now. */
  freeFor(webhookId: string): number;
  /** Returns the ids of webhooks for which no delivery may start now. */
  fullWebhooks(): string[];
  /** Registers a started delivery. Call the returned function when it ends; its argument is true for a success. */
  acquire(webhookId: string): (succeeded: boolean) => void;
}

export function createDeliverySlots(): DeliverySlots {
  const activeByWebhook = new Map<string, number>();
  /** Webhooks whose last delivery failed. */
  const failing = new Set<string>();
  let active = 0;

  const free = (): number => MAX_DELIVERIES - active;
  const freeFor = (webhookId: string): number => {
    const active = activeByWebhook.get(webhookId) ?? 0;
    if (!failing.has(webhookId)) return Math.min(MAX_PER_WEBHOOK - active, free());
    const failingActive = [...activeByWebhook].reduce((sum, [id, count]) => sum + (failing.has(id) ? count : 0), 0);
    return Math.min(MAX_PER_FAILING_WEBHOOK - active, MAX_FAILING_DELIVERIES - failingActive, free());
  };

  return {
    free,
    freeFor,
    fullWebhooks: () =>
      [...new Set([...activeByWebhook.keys(), ...failing])].filter((webhookId) => freeFor(webhookId) <= 0),
    acquire(webhookId) {
      active += 1;
      activeByWebhook.set(webhookId, (activeByWebhook.get(webhookId) ?? 0) + 1);
      return (succeeded) => {
        active -= 1;
        const remaining = (activeByWebhook.get(webhookId) ?? 1) - 1;
        if (remaining > 0) activeByWebhook.set(webhookId, remaining);
        else activeByWebhook.delete(webhookId);
        if (succeeded) failing.delete(webhookId);
        else if (failing.size < MAX_REMEMBERED_WEBHOOKS) failing.add(webhookId);
      };
    },
  };
}
