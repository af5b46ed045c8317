import { expect, it } from 'vitest';
import { textOfHtml } from './html.ts';

const wordsOf = (html: string) => textOfHtml(html).trim().split(/\s+/).join(' ');

it.each([
  ['<p>one</p><p>two</p>', 'one two'],
  ['<b>on</b>e <EM class="x">tw</EM>o', 'one two'],
  ['a<br>b<br/>c', 'a b c'],
  ['<ul><li>x</li><li>y</li></ul>', 'x y'],
  ['&amp;&lt;&#228;&#xE4;&auml;&nbsp;&unknown;x&shy;y', '&<äää xy'],
  ['<a title="not this" href="nor this">link</a>', 'link'],
  ['<script>no <b>x</b> no</script>yes<style>p > a {}</style>too', 'yes too'],
  ['a<!-- no <b>x</b> --> b <!----> c', 'a b c'],
  ['1 < 2 and 3 > 2', '1 < 2 and 3 > 2'],
  ['<p>open', 'open'],
  ['cut <p', 'cut'],
  ['cut <!-- off', 'cut'],
  ['&#0;&#xD800;&#x110000;', '&#0;&#xD800;&#x110000;'],
  ['plain', 'plain'],
  ['', ''],
])('%j', (html, text) => {
  expect(wordsOf(html)).toBe(text);
});

it('scans once, even if no tag is closed', () => {
  for (const open of ['<', '<!--', '<script>', '<p ', '&', '&#', '</script']) {
    expect(textOfHtml(open.repeat(200_000)).length).toBeLessThan(2_000_000);
  }
});
