import { describe, expect, it } from 'vitest';
import { originOf } from './origin-of.ts';

describe('originOf', () => {
  it.each([
    ['https://shop.example', 'https://shop.example'],
    ['https://Shop.example/contact?x=1', 'https://shop.example'],
    ['shop.example', 'https://shop.example'],
    ['localhost:3000', 'https://localhost:3000'],
    ['http://localhost:3000/', 'http://localhost:3000'],
    ['https://shop.example:443', 'https://shop.example'],
    ['https://münchen.example', 'https://xn--mnchen-3ya.example'],
  ])('reads %s as %s', (text, origin) => expect(originOf(text)).toBe(origin));

  it.each([
    '',
    'not an address',
    'javascript:alert(1)',
    'ftp://shop.example',
    'https://*.example',
    'https://a@b.example',
  ])('rejects "%s"', (text) => expect(originOf(text)).toBeNull());
});
