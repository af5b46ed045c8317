/**
 * Returns the element with an id in the same tree as another element. In a shadow root, `document.getElementById` finds
 * nothing.
 */
export function elementById(anyElement: Element, id: string): HTMLElement | null {
  return (anyElement.getRootNode() as Document | ShadowRoot).getElementById(id);
}
