import { useEffect } from 'react';

/** Sends the height of the page to the page around the frame, so that embed.js can fit the frame. */
export function FrameHeight() {
  useEffect(() => {
    const page = document.documentElement;
    const observer = new ResizeObserver(() => {
      // Any origin may receive the height. It is not secret, and the policy of this page restricts who may frame it.
      parent.postMessage({ type: 'portico-height', height: Math.ceil(page.getBoundingClientRect().height) }, '*');
    });
    observer.observe(page);
    return () => observer.disconnect();
  }, []);
  return null;
}
