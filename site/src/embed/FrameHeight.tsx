import { useEffect } from 'react';

/** Tells the page around a frame the height of its content, so that embed.js can fit the frame. */
export function FrameHeight() {
  useEffect(() => {
    const page = document.documentElement;
    const observer = new ResizeObserver(() => {
      // Any page may read it: the height is no secret, and the policy of this page names who may show it.
      parent.postMessage({ type: 'portico-height', height: Math.ceil(page.getBoundingClientRect().height) }, '*');
    });
    observer.observe(page);
    return () => observer.disconnect();
  }, []);
  return null;
}
