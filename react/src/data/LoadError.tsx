import type { Texts } from '../texts/index.ts';

/** Says that data could not be loaded, and loads it again on request. */
export function LoadError({ texts: { items }, onRetry }: { texts: Texts; onRetry(): Promise<void> }) {
  return (
    <div className="portico-summary" role="alert">
      <p>{items.failed}</p>
      <button className="portico-link" type="button" onClick={() => void onRetry()}>
        {items.retry}
      </button>
    </div>
  );
}
