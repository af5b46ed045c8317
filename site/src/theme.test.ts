import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { contrast, parse, themeCss } from './theme.ts';

const theme = (accentColor: string | null, corners: 'SHARP' | 'ROUNDED' | 'ROUND' = 'ROUNDED') =>
  themeCss({ accentColor, corners, logoUrl: null, signInText: '', signUpText: '' });

const color = fc.integer({ min: 0, max: 0xffffff }).map((value) => `#${value.toString(16).padStart(6, '0')}`);
const pair = (css: string, name: string) =>
  new RegExp(`${name}:light-dark\\((#\\w{6}), (#\\w{6})\\)`).exec(css)?.slice(1).map(parse) as ReturnType<
    typeof parse
  >[];
const colorOf = (css: string, name: string) => parse(new RegExp(`${name}:(#\\w{6})`).exec(css)?.[1] as string);

describe('themeCss', () => {
  it('sets no colours without an accent colour', () => {
    expect(theme(null)).not.toContain('--accent');
    expect(theme(null, 'SHARP')).toContain('--corner-field:0;');
  });

  it('has enough contrast for every accent colour, light and dark (WCAG 1.4.3)', () => {
    fc.assert(
      fc.property(color, (accent) => {
        const css = theme(accent);
        const [light, dark] = pair(css, '--accent') as [ReturnType<typeof parse>, ReturnType<typeof parse>];
        expect(contrast(light, parse('#fbfaf6'))).toBeGreaterThanOrEqual(4.5);
        expect(contrast(dark, parse('#131719'))).toBeGreaterThanOrEqual(4.5);
        for (const name of ['--button', '--button-strong']) {
          expect(contrast(colorOf(css, name), colorOf(css, '--on-button'))).toBeGreaterThanOrEqual(4.5);
        }
      }),
      { numRuns: process.env.PORTICO_FULL === '1' ? 10_000 : 1_000 },
    );
  });

  it('uses the accent colour unchanged for buttons', () => {
    expect(theme('#ffd400')).toContain('--button:#ffd400');
    expect(theme('#ffd400')).toContain('--on-button:#000000');
  });
});
