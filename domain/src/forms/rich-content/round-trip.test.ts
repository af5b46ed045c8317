/** Property-based tests: runs random documents, with known and unknown nodes, through every converter. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { checkRichContent } from './check-rich-content.ts';
import { tipTapToRichContent } from './from-tiptap.ts';
import type { Decoration, RichContent, RichNode } from './nodes.ts';
import { attacks } from './testing/attacks.ts';
import { isHarmless } from './testing/harmless.ts';
import { richContentToHtml } from './to-html.ts';
import { richContentToText } from './to-text.ts';
import { richContentToTipTap } from './to-tiptap.ts';

const numRuns = process.env.PORTICO_FULL === '1' ? 5_000 : 300;

const sampleText = fc.constantFrom('Hello', 'a b', 'x\ny', '\n', 'ünï', '<b>', '&amp;', ...attacks);
const url = fc.constantFrom('https://example.org/a?b=1&c=2', 'mailto:a@example.org', 'tel:+491', ...attacks);

const decoration: fc.Arbitrary<Decoration> = fc.oneof(
  fc.constantFrom<Decoration>(
    { type: 'BOLD', fontWeightValue: 700 },
    { type: 'BOLD', fontWeightValue: 400 },
    { type: 'BOLD' },
    { type: 'ITALIC', italicData: true },
    { type: 'UNDERLINE' },
    { type: 'STRIKETHROUGH', strikethroughData: true },
    { type: 'SUPERSCRIPT', superscriptData: true },
    { type: 'SPOILER', spoilerData: { id: 's' } },
    { type: 'SPARKLE', sparkleData: { colours: [1, 2] } },
  ),
  sampleText.map((foreground): Decoration => ({ type: 'COLOR', colorData: { foreground, background: foreground } })),
  fc
    .record({ url, target: fc.constantFrom('BLANK', 'SELF', undefined) })
    .map((link): Decoration => ({ type: 'LINK', linkData: { link: JSON.parse(JSON.stringify(link)) } })),
);

const text = fc
  .record({ text: sampleText, decorations: fc.array(decoration, { maxLength: 3 }) })
  .map((textData): RichNode => ({ type: 'TEXT', nodes: [], textData }));

const unknown: fc.Arbitrary<RichNode> = fc.oneof(
  fc.record({ type: fc.constantFrom('POEM', 'IMAGE', 'TABLE', 'HTML', 'constructor', '__proto__'), id: fc.string() }),
  sampleText.map((html): RichNode => ({ type: 'HTML', htmlData: { html: html, url: html } })),
  url.map(
    (address): RichNode => ({
      type: 'IMAGE',
      imageData: { image: { src: { url: address } }, link: { url: address }, altText: address },
    }),
  ),
  url.map((address): RichNode => ({ type: 'BUTTON', buttonData: { text: address, link: { url: address } } })),
);

const inline = fc.array(fc.oneof({ weight: 4, arbitrary: text }, { weight: 1, arbitrary: unknown }), { maxLength: 4 });
const extras = fc.constantFrom<Partial<RichNode>>({}, { id: 'n1' }, { id: 'n2', style: { paddingTop: '1px' } });

const textBlock = fc
  .record({ nodes: inline, more: extras, level: fc.integer({ min: 1, max: 6 }) })
  .chain(({ nodes, more, level }) =>
    fc.constantFrom<RichNode>(
      { type: 'PARAGRAPH', ...more, nodes, paragraphData: { textStyle: { textAlignment: 'CENTER' } } },
      { type: 'PARAGRAPH', nodes },
      { type: 'HEADING', ...more, nodes, headingData: { level, textStyle: { lineHeight: '1.5' } } },
    ),
  );

const { block } = fc.letrec<{ block: RichNode }>((tie) => ({
  block: fc.oneof(
    { maxDepth: 4, depthSize: 'small' },
    textBlock,
    unknown,
    fc.constant<RichNode>({ type: 'DIVIDER', nodes: [], dividerData: { lineStyle: 'SINGLE' } }),
    text.map(
      (one): RichNode => ({
        type: 'CODE_BLOCK',
        nodes: [{ ...one, textData: { text: String(one.textData?.text), decorations: [] } }],
      }),
    ),
    fc
      .array(fc.tuple(textBlock, fc.array(tie('block'), { maxLength: 2 })), { minLength: 1, maxLength: 3 })
      .chain((rows) => {
        const nodes = rows.map(([first, rest]): RichNode => ({ type: 'LIST_ITEM', nodes: [first, ...rest] }));
        return fc.constantFrom<RichNode>(
          { type: 'BULLETED_LIST', nodes },
          { type: 'ORDERED_LIST', nodes, orderedListData: { start: 3 } },
          { type: 'CHECKBOX_LIST', nodes },
        );
      }),
    fc.array(tie('block'), { maxLength: 2 }).map((nodes): RichNode => ({ type: 'BLOCKQUOTE', nodes })),
    fc.array(tie('block'), { maxLength: 2 }).map((nodes): RichNode => ({ type: 'COLLAPSIBLE_ITEM', nodes })),
  ),
}));

const documents: fc.Arbitrary<RichContent> = fc
  .array(block, { minLength: 1, maxLength: 5 })
  .map((nodes) => ({ nodes: canonicalize(nodes), metadata: { version: 1 }, documentStyle: { paragraph: {} } }));

/** Merges adjacent text nodes with the same decorations, as the editor does. */
function canonicalize(nodes: readonly RichNode[]): RichNode[] {
  const done: RichNode[] = [];
  for (const node of nodes) {
    const last = done.at(-1);
    const one = node.nodes ? { ...node, nodes: canonicalize(node.nodes) } : node;
    if (last?.type === 'TEXT' && one.type === 'TEXT' && haveSameDecorations(last, one)) {
      const decorations = one.textData?.decorations ?? [];
      done[done.length - 1] = {
        ...last,
        textData: { text: `${last.textData?.text}${one.textData?.text}`, decorations },
      };
    } else done.push(one);
  }
  return done;
}

const haveSameDecorations = (a: RichNode, b: RichNode): boolean =>
  JSON.stringify(a.textData?.decorations) === JSON.stringify(b.textData?.decorations);

describe('a random document', () => {
  it('round-trips through the editor, including unsupported content', () => {
    fc.assert(
      fc.property(documents, (content) => {
        const stored: unknown = JSON.parse(JSON.stringify(richContentToTipTap(content)));
        expect(tipTapToRichContent(stored, content)).toEqual(content);
      }),
      { numRuns },
    );
  });

  it('converts to HTML with allowed tags and attributes only', () => {
    fc.assert(
      fc.property(documents, (content) => isHarmless(richContentToHtml(content))),
      { numRuns },
    );
  });
});

describe('a random malformed document', () => {
  it.each<[string, (value: unknown) => boolean]>([
    ['HTML', (value) => isHarmless(richContentToHtml({ nodes: [value] }))],
    ['plain text', (value) => typeof richContentToText({ nodes: [value] }) === 'string'],
    ['the editor', (value) => richContentToTipTap(value).type === 'doc'],
    ['a document', (value) => Array.isArray(tipTapToRichContent({ content: [value] }).nodes)],
    ['a list of problems', (value) => Array.isArray(checkRichContent(value))],
  ])('converts to %s without throwing', (_what, predicate) => {
    fc.assert(fc.property(fc.jsonValue(), predicate), { numRuns });
  });
});
