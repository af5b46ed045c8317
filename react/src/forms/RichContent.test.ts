import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import { hasText, RichContent } from './RichContent.tsx';

const render = (content: unknown) => renderToStaticMarkup(createElement(RichContent, { content }));
const text = (text: string, ...decorations: object[]) => ({ type: 'TEXT', textData: { text, decorations } });
const link = (url: string) => ({ type: 'LINK', linkData: { link: { url } } });
const paragraph = (...nodes: object[]) => ({ nodes: [{ type: 'PARAGRAPH', nodes }] });

describe('RichContent', () => {
  it('renders text, headings and lists', () => {
    const nodes = [
      { type: 'HEADING', headingData: { level: 3 }, nodes: [text('T')] },
      { type: 'BULLETED_LIST', nodes: [{ type: 'LIST_ITEM', nodes: [text('a', { type: 'BOLD' })] }] },
    ];
    expect(render({ nodes })).toBe('<h3>T</h3><ul><li><strong>a</strong></li></ul>');
  });

  it('allows links to web pages, mail and its own site', () => {
    expect(render(paragraph(text('a', link('https://example.org'))))).toBe(
      '<p><a href="https://example.org">a</a></p>',
    );
    expect(render(paragraph(text('a', link('/c/Books'))))).toBe('<p><a href="/c/Books">a</a></p>');
  });

  it.each(['javascript:alert(1)', ' javascript:alert(1)', 'data:text/html,x', '//evil.example'])(
    'never links to %s',
    (url) => {
      expect(render(paragraph(text('a', link(url))))).toBe('<p>a</p>');
    },
  );

  it('omits unknown nodes and escapes text', () => {
    expect(render({ nodes: [{ type: 'HTML', htmlData: { html: '<b>' } }] })).toBe('');
    expect(render({ nodes: [{ type: 'constructor' }, { type: '__proto__' }] })).toBe('');
    expect(render(paragraph(text('<b>')))).toBe('<p>&lt;b&gt;</p>');
    expect(render(undefined)).toBe('');
  });

  it('hasText is true if text is rendered', () => {
    expect([undefined, 5, 'text', {}, { nodes: [{}] }, paragraph(), paragraph(text(''))].some(hasText)).toBe(false);
    expect(hasText(paragraph(text('a')))).toBe(true);
  });

  it('stops at a maximum depth', () => {
    let node: object = text('deep');
    for (let depth = 0; depth < 5_000; depth += 1) node = { type: 'BLOCKQUOTE', nodes: [node] };
    expect(render({ nodes: [node] })).not.toContain('deep');
    expect(hasText({ nodes: [node] })).toBe(false);
  });
});
