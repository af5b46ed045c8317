import type { Room } from './store.ts';

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
  /** how many more may leave now: in all, of a webhook that is not named, and of those that are */
  room(): { free: number; each: number; rooms: Room[] };
  /** One more is on its way; call what is answered with whether it was taken. */
  enter(webhookId: string): (taken: boolean) => void;
}

export function createTraffic(): Traffic {
  const under = new Map<string, number>();
  /** webhooks that did not take their last delivery */
  const troubled = new Set<string>();
  let all = 0;

  return {
    room() {
      const waiting = [...troubled].reduce((sum, id) => sum + (under.get(id) ?? 0), 0);
      const rooms = [...new Set([...under.keys(), ...troubled])].map((webhookId) => {
        const usual = troubled.has(webhookId) ? EACH_TROUBLED : EACH;
        const shut = troubled.has(webhookId) && waiting >= SLOTS_OF_TROUBLED;
        return { webhookId, left: shut ? 0 : usual - (under.get(webhookId) ?? 0) };
      });
      return { free: SLOTS - all, each: EACH, rooms };
    },
    enter(webhookId) {
      all += 1;
      under.set(webhookId, (under.get(webhookId) ?? 0) + 1);
      return (taken) => {
        all -= 1;
        const left = (under.get(webhookId) ?? 1) - 1;
        if (left > 0) under.set(webhookId, left);
        else under.delete(webhookId);
        if (taken) troubled.delete(webhookId);
        else if (troubled.size < MOST_TROUBLED) troubled.add(webhookId);
      };
    },
  };
}
