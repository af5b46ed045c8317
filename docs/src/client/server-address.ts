/**
 * Replaces the placeholder address in code samples with the address of this server, so that copied code calls it. Gives
 * the tarballs of the packages their names of this version, so that lockfiles stay valid.
 */
const PLACEHOLDER = 'http://localhost:4000';

const STABLE_NAME = /portico-(?:sdk|react)\.tgz/g;

if (location.origin !== PLACEHOLDER) replaceInCode((text) => text.replaceAll(PLACEHOLDER, location.origin));
if ([...document.querySelectorAll('pre')].some(({ textContent }) => textContent.match(STABLE_NAME)))
  void nameTarballs();

async function nameTarballs(): Promise<void> {
  const response = await fetch('/packages/index.json');
  if (!response.ok) return;
  const names: Record<string, string> = await response.json();
  replaceInCode((text) => text.replace(STABLE_NAME, (name) => names[name] ?? name));
}

function replaceInCode(change: (text: string) => string): void {
  for (const block of document.querySelectorAll('pre')) {
    const texts = document.createTreeWalker(block, NodeFilter.SHOW_TEXT);
    while (texts.nextNode()) {
      const { currentNode } = texts;
      const text = currentNode.textContent ?? '';
      const changed = change(text);
      if (changed !== text) currentNode.textContent = changed;
    }
  }
}
