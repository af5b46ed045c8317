/** deliveries on their way at once */
const SLOTS = 64;
/** of one webhook; of one that did not take the last */
const EACH = 4;
const EACH_TROUBLED = 1;
/** of all those that did not take the last: receivers that let us wait leave room for the others */
const SLOTS_OF_TROUBLED = 24;
const MOST_TROUBLED = 1_000;

/** Counts what is on its way, so that a slow receiver holds up nobody but itself. */
export interface Traffic {
  /** how many more may leave now */
  free(): number;
  /** the same of one webhook */
  left(webhookId: string): number;
  /** webhooks of which none may leave now */
  full(): string[];
  /** One more is on its way; call what is answered with whether it was taken. */
  enter(webhookId: string): (taken: boolean) => void;
}

export function createTraffic(): Traffic {
  const under = new Map<string, number>();
  /** webhooks that did not take their last delivery */
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
