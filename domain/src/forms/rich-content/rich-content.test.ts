import { describe, expect, it } from 'vitest';
import { checkRichContent } from './check-rich-content.ts';
import { tipTapToRichContent } from './from-tiptap.ts';
import { decorationTypes, type RichNode, richContentLimits, richNodeTypes } from './nodes.ts';
import { attacks } from './testing/attacks.ts';
import { isHarmless } from './testing/harmless.ts';
import { richContentToHtml } from './to-html.ts';
import { richContentToText } from './to-text.ts';
import { richContentToTipTap } from './to-tiptap.ts';

const textNode = (content: string, ...decorations: object[]) => ({
  type: 'TEXT',
  nodes: [],
  textData: { text: content, decorations },
});
const paragraphNode = (...nodes: object[]) => ({ type: 'PARAGRAPH', nodes });
const toHtml = (...nodes: object[]) => richContentToHtml({ nodes });

describe('richContentToHtml', () => {
  it.each<[string, object[], string]>([
    ['a paragraph', [paragraphNode(textNode('a & b'))], '<p>a &amp; b</p>'],
    ['line breaks', [paragraphNode(textNode('a\nb'))], '<p>a<br>b</p>'],
    ['a heading', [{ type: 'HEADING', headingData: { level: 3 }, nodes: [textNode('T')] }], '<h3>T</h3>'],
    [
      'an alignment',
      [{ type: 'PARAGRAPH', paragraphData: { textStyle: { textAlignment: 'CENTER' } }, nodes: [] }],
      '<p style="text-align:center"></p>',
    ],
    [
      'a list',
      [
        {
          type: 'ORDERED_LIST',
          orderedListData: { start: 2 },
          nodes: [{ type: 'LIST_ITEM', nodes: [paragraphNode(textNode('a'))] }],
        },
      ],
      '<ol start="2"><li><p>a</p></li></ol>',
    ],
    [
      'decorations',
      [paragraphNode(textNode('a', { type: 'BOLD', fontWeightValue: 700 }, { type: 'ITALIC', italicData: true }))],
      '<p><em><strong>a</strong></em></p>',
    ],
    ['a font weight below bold', [paragraphNode(textNode('a', { type: 'BOLD', fontWeightValue: 400 }))], '<p>a</p>'],
    [
      'a link',
      [
        paragraphNode(
          textNode('a', { type: 'LINK', linkData: { link: { url: 'https://example.org/?a=1&b', target: 'BLANK' } } }),
        ),
      ],
      '<p><a href="https://example.org/?a=1&amp;b" target="_blank" rel="noopener noreferrer">a</a></p>',
    ],
    [
      'an image',
      [{ type: 'IMAGE', imageData: { image: { src: { url: 'https://example.org/a.png' } }, altText: 'A "b"' } }],
      '<img src="https://example.org/a.png" alt="A &quot;b&quot;">',
    ],
    [
      'a button',
      [{ type: 'BUTTON', buttonData: { text: 'Go', link: { url: 'https://example.org' } } }],
      '<p><a href="https://example.org" rel="noopener noreferrer">Go</a></p>',
    ],
    [
      'a colour',
      [paragraphNode(textNode('a', { type: 'COLOR', colorData: { foreground: '#f00' } }))],
      '<p><span style="color:#f00">a</span></p>',
    ],
    ['foreign code', [{ type: 'HTML', htmlData: { html: '<b>x</b>' } }], ''],
    ['an unknown node', [{ type: 'POEM', nodes: [paragraphNode(textNode('a'))] }], '<p>a</p>'],
    ['an unknown decoration', [paragraphNode(textNode('a', { type: 'SPARKLE' }))], '<p>a</p>'],
  ])('converts %s', (_what, nodes, shown) => {
    expect(toHtml(...nodes)).toBe(shown);
  });

  it.each(attacks)('neutralises %j in any position', (attack) => {
    const link = { url: attack, target: attack };
    const shown = toHtml(
      paragraphNode(
        textNode(attack, { type: 'LINK', linkData: { link } }, { type: 'COLOR', colorData: { foreground: attack } }),
      ),
      {
        type: 'HEADING',
        headingData: { level: attack, textStyle: { textAlignment: attack } },
        nodes: [textNode(attack)],
      },
      { type: 'IMAGE', imageData: { image: { src: { url: attack, id: attack } }, altText: attack, link } },
      { type: 'BUTTON', buttonData: { text: attack, link } },
      { type: 'LINK_PREVIEW', linkPreviewData: { title: attack, html: attack, link } },
      { type: 'VIDEO', videoData: { title: attack, video: { src: { url: attack } } } },
      { type: 'FILE', fileData: { name: attack, src: { url: attack } } },
      { type: 'GALLERY', galleryData: { items: [{ image: { media: { src: { url: attack } } }, altText: attack }] } },
      { type: 'ORDERED_LIST', orderedListData: { start: attack }, nodes: [] },
      { type: 'HTML', htmlData: { html: attack, url: attack } },
      { type: attack, nodes: [textNode(attack)] },
    );
    expect(shown).toSatisfy(isHarmless);
  });

  it('stops at the maximum depth and number of nodes', () => {
    expect(toHtml(nestNodes(100_000))).toBe('<blockquote>'.repeat(30) + '</blockquote>'.repeat(30));
    expect(toHtml(...Array.from({ length: 100_000 }, () => paragraphNode())).length).toBe(5_000 * '<p></p>'.length);
  });
});

/** Returns a tree with a single branch. */
function nestNodes(depth: number): RichNode {
  let node: RichNode = { type: 'BLOCKQUOTE', nodes: [] };
  for (let level = 1; level < depth; level += 1) node = { type: 'BLOCKQUOTE', nodes: [node] };
  return node;
}

describe('richContentToText', () => {
  it('has a line per paragraph, list markers, and URLs after links', () => {
    const list = (type: string, ...items: object[]) => ({
      type,
      nodes: items.map((item) => ({ type: 'LIST_ITEM', nodes: [item].flat() })),
    });
    expect(
      richContentToText({
        nodes: [
          { type: 'HEADING', nodes: [textNode('Title')] },
          paragraphNode(
            textNode('one '),
            textNode('two', { type: 'LINK', linkData: { link: { url: 'https://example.org' } } }),
          ),
          paragraphNode(),
          list('ORDERED_LIST', paragraphNode(textNode('a')), [
            paragraphNode(textNode('b')),
            list('BULLETED_LIST', paragraphNode(textNode('c'))),
          ] as never),
          { type: 'BLOCKQUOTE', nodes: [paragraphNode(textNode('q'))] },
          { type: 'POEM', nodes: [paragraphNode(textNode('p'))] },
        ],
      }),
    ).toBe('Title\none two (https://example.org)\n\n1. a\n2. b\n   - c\n> q\np');
  });

  it('stops at the maximum depth', () => {
    expect(richContentToText({ nodes: [nestNodes(100_000)] })).toBe('');
  });
});

describe('conversion for the editor', () => {
  it('uses each known mark at most once per text', () => {
    const bold = { type: 'BOLD', fontWeightValue: 700 };
    const [block] = richContentToTipTap({ nodes: [paragraphNode(textNode('a', bold, bold))] }).content ?? [];
    expect(block?.content?.[0]?.marks?.map((mark) => mark.type)).toEqual(['bold', 'ricosDecoration']);
  });

  it('converts the editor’s content to a document', () => {
    const doc = {
      type: 'doc',
      content: [
        { type: 'heading', attrs: { level: 2 }, content: [{ type: 'text', text: 'T' }] },
        {
          type: 'paragraph',
          content: [
            {
              type: 'text',
              text: 'a',
              marks: [{ type: 'bold' }, { type: 'link', attrs: { href: 'https://example.org', target: '_blank' } }],
            },
            { type: 'hardBreak' },
            { type: 'text', text: 'b', marks: [{ type: 'link', attrs: { href: 'javascript:alert(1)' } }] },
          ],
        },
        { type: 'taskList', content: [{ type: 'paragraph', content: [{ type: 'text', text: 'foreign' }] }] },
      ],
    };
    expect(tipTapToRichContent(doc).nodes).toEqual([
      { type: 'HEADING', headingData: { level: 2 }, nodes: [textNode('T')] },
      paragraphNode(
        textNode(
          'a',
          { type: 'BOLD', fontWeightValue: 700 },
          { type: 'LINK', linkData: { link: { url: 'https://example.org', target: 'BLANK' } } },
        ),
        textNode('\nb'),
      ),
      paragraphNode(textNode('foreign')),
    ]);
  });
});

describe('checkRichContent', () => {
  it('accepts all listed types of nodes and decorations, and unknown ones', () => {
    const nodes = [...richNodeTypes, 'POEM'].map((type) => ({ type, nodes: [] }));
    const decorations = decorationTypes.map((type) => ({ type }));
    expect(checkRichContent({ nodes: [...nodes, textNode('a', ...decorations)] })).toEqual([]);
  });

  it.each<[string, unknown, string]>([
    ['a value that is not an object', 'text', ''],
    ['nodes that are not a list', { nodes: {} }, 'nodes'],
    ['a malformed node', { nodes: [paragraphNode(), 1] }, 'nodes.1'],
    ['a node without type', { nodes: [{ nodes: [] }] }, 'nodes.0'],
    ['a malformed text', { nodes: [{ type: 'TEXT', textData: { text: 1 } }] }, 'nodes.0.textData.text'],
    ['a text too long', { nodes: [textNode('x'.repeat(richContentLimits.textLength + 1))] }, 'nodes.0.textData.text'],
    ['malformed decorations', { nodes: [textNode('a', [])] }, 'nodes.0.textData.decorations.0'],
    [
      'too many decorations',
      { nodes: [textNode('a', ...Array.from({ length: 21 }, () => ({ type: 'BOLD' })))] },
      'nodes.0.textData.decorations',
    ],
    [
      'a link with a script URL',
      { nodes: [textNode('a', { type: 'LINK', linkData: { link: { url: 'java\tscript:alert(1)' } } })] },
      'nodes.0.textData.decorations.0.linkData.link.url',
    ],
    [
      'a button with a script URL',
      { nodes: [{ type: 'BUTTON', buttonData: { link: { url: 'javascript:x' } } }] },
      'nodes.0.buttonData.link.url',
    ],
    ['too many nodes', { nodes: Array.from({ length: 5_001 }, () => paragraphNode()) }, 'nodes'],
    ['too many levels', { nodes: [nestNodes(31)] }, `nodes.0${'.nodes.0'.repeat(29)}.nodes`],
    ['a hundred thousand levels', { nodes: [nestNodes(100_000)] }, `nodes.0${'.nodes.0'.repeat(29)}.nodes`],
  ])('reports %s', (_what, content, path) => {
    expect(checkRichContent(content).map((problem) => problem.path)).toEqual([path]);
  });
});
