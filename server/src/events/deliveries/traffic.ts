/** Maximum concurrent deliveries. */
const SLOTS = 64;
/** Maximum of one webhook; of one that failed last. */
const EACH = 4;
const EACH_TROUBLED = 1;
/** Maximum of all failing webhooks together, so that slow receivers leave capacity to the others. */
const SLOTS_OF_TROUBLED = 24;
const MOST_TROUBLED = 1_000;

/** Counts concurrent deliveries, so that a slow receiver delays only itself. */
export interface Traffic {
  /** returns how many more may start now */
  free(): number;
  /** returns how many more of one webhook may start now */
  left(webhookId: string): number;
  /** webhooks that may start none now */
  full(): string[];
  /** Registers a started delivery; call the returned function with whether it succeeded. */
  enter(webhookId: string): (taken: boolean) => void;
}

export function createTraffic(): Traffic {
  const under = new Map<string, number>();
  /** webhooks whose last delivery failed */
  const troubled = new Set<string>();
  let all = 0;

  const free = (): number => SLOTS - all;
  const left = (webhookId: string): number => {
    const own = under.get(webhookId) ?? 0;
    if (!troubled.has(webhookId)) return Math.min(EACH - own, free());
    const waiting = [...under].reduce((sum, [id, count]) => sum + (troubled.has(id) ? count : 0), 0);
    return Math.min(EACH_TROUBLED - own, SLOTS_OF_TROUBLED - waiting, free());
  };

  return {
    free,
    left,
    full: () => [...new Set([...under.keys(), ...troubled])].filter((webhookId) => left(webhookId) <= 0),
    enter(webhookId) {
      all += 1;
      under.set(webhookId, (under.get(webhookId) ?? 0) + 1);
      return (taken) => {
        all -= 1;
        const own = (under.get(webhookId) ?? 1) - 1;
        if (own > 0) under.set(webhookId, own);
        else under.delete(webhookId);
        if (taken) troubled.delete(webhookId);
        else if (troubled.size < MOST_TROUBLED) troubled.add(webhookId);
      };
    },
  };
}
