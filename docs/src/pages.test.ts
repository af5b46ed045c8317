/** Checks the pages of the documentation as they are rendered. */
import { describe, expect, it } from 'vitest';
import { parseFence } from './fence.ts';
import { render } from './markdown.ts';
import { type Page, readPages, UNLISTED_TITLE } from './pages.ts';

const pages = readPages();

const PROBLEMS_HEADING = 'What can go wrong';
/** Pages that may lack the parts in `missingParts`: the SDK reference below its overview, which has them for all. */
const EXEMPT_FILES = /^docs\/reference\/sdk\//;

/** Names the parts that a page lacks: a sentence on what to expect, and a section on problems. */
function missingParts({ file, source, sections }: Page): string[] {
  const problems = sections.find(({ heading }) => heading === PROBLEMS_HEADING);
  return [
    ...(/\bexpect\b/i.test(source) ? [] : [`${file}: expect`]),
    ...((problems?.text.length ?? 0) > MIN_SECTION_LENGTH ? [] : [`${file}: ${PROBLEMS_HEADING}`]),
  ];
}

const MIN_SECTION_LENGTH = 100;

describe('the pages', () => {
  it('are all listed in the navigation', () => {
    expect(pages.filter(({ group }) => group === UNLISTED_TITLE).map(({ file }) => file)).toEqual([]);
  });

  it('have unique addresses', () => {
    expect(new Set(pages.map(({ path }) => path)).size).toBe(pages.length);
  });

  it('say what to expect and what can go wrong', () => {
    const checkedPages = pages.filter(({ file }) => !EXEMPT_FILES.test(file));
    expect(checkedPages.flatMap(missingParts)).toEqual([]);
  });

  it('report a page without these parts, and one whose section is empty', () => {
    const [page] = pages as [Page];
    const text = (source: string): string[] => missingParts({ ...page, ...render(source, (link) => link), source });
    expect(text('# Title\n\nA sentence.')).toEqual([`${page.file}: expect`, `${page.file}: ${PROBLEMS_HEADING}`]);
    expect(text(`# Title\n\nExpect this.\n\n## ${PROBLEMS_HEADING}\n\nNothing.`)).toEqual([
      `${page.file}: ${PROBLEMS_HEADING}`,
    ]);
  });

  it('name Wix, not “the vendor”', () => {
    const found = pages.filter(({ sections }) =>
      sections.some(({ heading, text }) => /\bthe vendor\b/i.test(`${heading} ${text}`)),
    );
    expect(found.map(({ file }) => file)).toEqual([]);
  });

  it('have no two headings with one anchor', () => {
    for (const { file, sections } of pages) {
      const anchors = sections.map(({ anchor }) => anchor);
      expect(new Set(anchors).size, file).toBe(anchors.length);
    }
  });

  it('link to nothing that does not exist', () => {
    expect(pages.flatMap(deadLinks)).toEqual([]);
  });

  it('report planted dead links', () => {
    const [page] = pages as [Page];
    const links = ['/docs/data#queries', '/docs/data#no-such-heading', '/docs/nowhere', '../README.md', '#nothing'];
    expect(deadLinks({ ...page, links })).toEqual(
      ['/docs/data#no-such-heading', '/docs/nowhere', '../README.md', '#nothing'].map(
        (link) => `${page.file}: ${link}`,
      ),
    );
  });
});

/** Addresses that the server handles outside of these pages. A test in e2e/ requests those of the API reference. */
const UNCHECKED_LINKS = /^(?:https?:|mailto:|\/docs\/api(?:[/#]|$)|\/openapi\.json$|\/dashboard$)/;

function deadLinks({ file, path, links }: Page): string[] {
  return links
    .filter((link) => {
      if (UNCHECKED_LINKS.test(link)) return false;
      const [target, anchor] = (link.startsWith('#') ? path + link : link).split('#');
      const page = pages.find(({ path }) => path === target);
      return !page || (anchor !== undefined && !page.sections.some((section) => section.anchor === anchor));
    })
    .map((link) => `${file}: ${link}`);
}

describe('rendering', () => {
  const body = (text: string): string => render(`# Title\n\n${text}`, (link) => link).body;

  it('escapes markup in text, code and captions', () => {
    const html = body('<script>alert(1)</script>\n\n```js title="<b>.js"\n<i>\n```\n\n```text\n<u>\n```');
    expect(html).not.toMatch(/<(script|b|i|u)>/);
    expect(html).toContain('&lt;script&gt;');
  });

  it('gives headings the anchors that GitHub gives them', () => {
    expect(body('## Who’s `may` do: what?')).toContain('id="whos-may-do-what"');
  });

  it('colours commands, and no options that are spelt like one', () => {
    const html = body('```sh\nnpm create --yes && echo done\n```');
    expect(html).toContain('<span class="hljs-built_in">echo</span>');
    expect(html).toContain('npm create --yes');
  });

  it('rejects a page without a heading', () => {
    expect(() => render('text', (link) => link)).toThrow('heading of level 1');
  });

  it('reads the attributes of code', () => {
    expect(parseFence('ts title="src/app.ts" run expect="a b"')).toEqual({
      language: 'ts',
      title: 'src/app.ts',
      attributes: { title: 'src/app.ts', run: true, expect: 'a b' },
    });
  });
});
