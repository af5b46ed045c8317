/** Replaces the placeholder address in code samples with the address of this server, so that copied code calls it. */
const PLACEHOLDER = 'http://localhost:4000';

if (location.origin !== PLACEHOLDER) {
  for (const block of document.querySelectorAll('pre')) {
    const texts = document.createTreeWalker(block, NodeFilter.SHOW_TEXT);
    while (texts.nextNode()) {
      const { currentNode } = texts;
      currentNode.textContent = (currentNode.textContent ?? '').replaceAll(PLACEHOLDER, location.origin);
    }
  }
}
