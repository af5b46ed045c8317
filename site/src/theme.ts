/** Turns the theme of a site into CSS variables that override those of styles/tokens.css. */
import type { SignInSettings } from './visit.ts';

type Theme = SignInSettings['theme'];
type Rgb = readonly [red: number, green: number, blue: number];

const WHITE: Rgb = [255, 255, 255];
const BLACK: Rgb = [0, 0, 0];
/** The background of text in each scheme: `--paper` or `--surface` of styles/tokens.css, whichever contrasts less. */
const LIGHT_BACKGROUND: Rgb = [0xfb, 0xfa, 0xf6];
const DARK_BACKGROUND: Rgb = [0x1a, 0x20, 0x22];
/** WCAG 1.4.3 requires 4.5. The margin covers the tinted backgrounds of messages. */
const MIN_CONTRAST = 5.2;

const CORNER_RADII: Readonly<Record<Theme['corners'], readonly [field: string, button: string, card: string]>> = {
  SHARP: ['0', '0', '0'],
  ROUNDED: ['0.5rem', '0.5rem', '0.75rem'],
  ROUND: ['1rem', '2rem', '1.5rem'],
};

/**
 * Returns the variables for `:root`, or for `:host` in a shadow root. Buttons have the accent color itself, with black
 * or white text, whichever has more contrast. For links and lines, the color is darkened or lightened until its
 * contrast on the page is sufficient in each scheme.
 */
export function themeCss({ accentColor, corners }: Theme, selector: ':root' | ':host' = ':root'): string {
  const [field, button, card] = CORNER_RADII[corners];
  const variables = { '--corner-field': field, '--corner-button': button, '--corner-card': card };
  const all = { ...variables, ...(accentColor ? colorVariables(parse(accentColor)) : {}) };
  return `${selector}{${Object.entries(all)
    .map(([name, value]) => `${name}:${value}`)
    .join(';')}}`;
}

function colorVariables(accent: Rgb): Record<string, string> {
  const buttonText = contrast(accent, WHITE) >= contrast(accent, BLACK) ? WHITE : BLACK;
  const opposite = buttonText === WHITE ? BLACK : WHITE;
  const light = readableOn(LIGHT_BACKGROUND, accent, BLACK);
  const dark = readableOn(DARK_BACKGROUND, accent, WHITE);
  return {
    '--accent': lightDark(light, dark),
    '--accent-strong': lightDark(mix(light, BLACK, 0.25), mix(dark, WHITE, 0.3)),
    '--button': hex(accent),
    // Mixes in the opposite of the text color, so that the contrast does not decrease.
    '--button-strong': hex(mix(accent, opposite, 0.15)),
    '--on-button': hex(buttonText),
    '--on-accent': lightDark(WHITE, BLACK),
    '--notice-surface': lightDark(mix(LIGHT_BACKGROUND, accent, 0.06), mix(DARK_BACKGROUND, accent, 0.1)),
  };
}

function readableOn(background: Rgb, color: Rgb, towards: Rgb): Rgb {
  for (let share = 0; share < 1; share += 0.05) {
    const mixed = mix(color, towards, share);
    if (contrast(mixed, background) >= MIN_CONTRAST) return mixed;
  }
  return towards;
}

/** Contrast ratio of two colors, 1 to 21 (WCAG 2.2). */
export function contrast(a: Rgb, b: Rgb): number {
  const [lighter, darker] = [luminance(a), luminance(b)].toSorted((x, y) => y - x) as [number, number];
  return (lighter + 0.05) / (darker + 0.05);
}

function luminance(color: Rgb): number {
  const [red, green, blue] = color.map((value) => {
    const part = value / 255;
    return part <= 0.040_45 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  }) as [number, number, number];
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

const mix = (color: Rgb, other: Rgb, share: number): Rgb =>
  color.map((value, index) => Math.round(value + ((other[index] as number) - value) * share)) as unknown as Rgb;

/** Parses `#rrggbb`. */
export const parse = (text: string): Rgb =>
  [1, 3, 5].map((start) => Number.parseInt(text.slice(start, start + 2), 16) || 0) as unknown as Rgb;

const hex = (color: Rgb): string => `#${color.map((value) => value.toString(16).padStart(2, '0')).join('')}`;
const lightDark = (light: Rgb, dark: Rgb): string => `light-dark(${hex(light)}, ${hex(dark)})`;
