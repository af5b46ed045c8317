/** Highlights the current section of the page in the table of contents. */
const links = new Map(
  [...document.querySelectorAll<HTMLAnchorElement>('.contents a')].map((link) => [link.hash.slice(1), link]),
);
const headings = [...document.querySelectorAll<HTMLElement>('article :is(h2, h3)[id]')];

function markCurrentSection(): void {
  const top = Number.parseFloat(getComputedStyle(document.documentElement).scrollPaddingTop) + 1;
  const current = headings.findLast((heading) => heading.getBoundingClientRect().top <= top);
  for (const [id, link] of links) {
    if (id === current?.id) link.setAttribute('aria-current', 'true');
    else link.removeAttribute('aria-current');
  }
}

if (links.size > 0) {
  document.addEventListener('scroll', markCurrentSection, { passive: true });
  markCurrentSection();
}
