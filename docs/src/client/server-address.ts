/** Puts the address of this server into the code, so that what is copied calls the server that it was copied from. */
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
