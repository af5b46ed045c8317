/**
 * Returns the element with an id in the same tree as another element. `document.getElementById` does not find elements
 * in a shadow root.
 */
export function elementById(anyElement: Element, id: string): HTMLElement | null {
  return (anyElement.getRootNode() as Document | ShadowRoot).getElementById(id);
}
