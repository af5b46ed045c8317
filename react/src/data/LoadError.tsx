import type { Texts } from '../texts/index.ts';

/** Reports that something could not be loaded. */
export const Failure = ({ text }: { readonly text: string }) => (
  <div className="portico-summary" role="alert">
    <p>{text}</p>
  </div>
);

/** Reports that data could not be loaded, with a button that loads it again. */
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
