/** How the owner wants the pages to look, as CSS variables over those of styles/tokens.css. */
import type { SignInSettings } from './visit.ts';

type Theme = SignInSettings['theme'];
type Rgb = readonly [red: number, green: number, blue: number];

const WHITE: Rgb = [255, 255, 255];
const BLACK: Rgb = [0, 0, 0];
/** the grounds that text stands on: `--paper` and `--surface` of styles/tokens.css, the harder one of each scheme */
const LIGHT_GROUND: Rgb = [0xfb, 0xfa, 0xf6];
const DARK_GROUND: Rgb = [0x1a, 0x20, 0x22];
/** WCAG 1.4.3 asks for 4.5; the rest is for the tinted grounds of notices */
const READABLE = 5.2;

const CORNERS: Readonly<Record<Theme['corners'], readonly [field: string, button: string, card: string]>> = {
  SHARP: ['0', '0', '0'],
  ROUNDED: ['0.5rem', '0.5rem', '0.75rem'],
  ROUND: ['1rem', '2rem', '1.5rem'],
};

/**
 * Variables for `:root`. The accent fills buttons as it is, under black or white letters, whichever reads better; for
 * links and lines it is darkened or lightened until it can be read on the page, in either colour scheme.
 */
export function themeCss({ accentColor, corners }: Theme): string {
  const [field, button, card] = CORNERS[corners];
  const variables = { '--corner-field': field, '--corner-button': button, '--corner-card': card };
  const all = { ...variables, ...(accentColor ? colours(parse(accentColor)) : {}) };
  return `:root{${Object.entries(all)
    .map(([name, value]) => `${name}:${value}`)
    .join(';')}}`;
}

function colours(accent: Rgb): Record<string, string> {
  const onButton = contrast(accent, WHITE) >= contrast(accent, BLACK) ? WHITE : BLACK;
  const away = onButton === WHITE ? BLACK : WHITE;
  const light = readableOn(LIGHT_GROUND, accent, BLACK);
  const dark = readableOn(DARK_GROUND, accent, WHITE);
  return {
    '--accent': both(light, dark),
    '--accent-strong': both(mix(light, BLACK, 0.25), mix(dark, WHITE, 0.3)),
    '--button': hex(accent),
    // Away from the letters, so that they stay as readable.
    '--button-strong': hex(mix(accent, away, 0.15)),
    '--on-button': hex(onButton),
    '--on-accent': both(WHITE, BLACK),
    '--notice-surface': both(mix(LIGHT_GROUND, accent, 0.06), mix(DARK_GROUND, accent, 0.1)),
  };
}

function readableOn(ground: Rgb, colour: Rgb, towards: Rgb): Rgb {
  for (let share = 0; share < 1; share += 0.05) {
    const mixed = mix(colour, towards, share);
    if (contrast(mixed, ground) >= READABLE) return mixed;
  }
  return towards;
}

/** Contrast ratio of two colours, 1 to 21 (WCAG 2.2). */
export function contrast(a: Rgb, b: Rgb): number {
  const [lighter, darker] = [luminance(a), luminance(b)].toSorted((x, y) => y - x) as [number, number];
  return (lighter + 0.05) / (darker + 0.05);
}

function luminance(colour: Rgb): number {
  const [red, green, blue] = colour.map((value) => {
    const part = value / 255;
    return part <= 0.040_45 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  }) as [number, number, number];
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

const mix = (colour: Rgb, other: Rgb, share: number): Rgb =>
  colour.map((value, index) => Math.round(value + ((other[index] as number) - value) * share)) as unknown as Rgb;

/** `#rrggbb`, as the settings have it. */
export const parse = (text: string): Rgb =>
  [1, 3, 5].map((at) => Number.parseInt(text.slice(at, at + 2), 16) || 0) as unknown as Rgb;

const hex = (colour: Rgb): string => `#${colour.map((value) => value.toString(16).padStart(2, '0')).join('')}`;
const both = (light: Rgb, dark: Rgb): string => `light-dark(${hex(light)}, ${hex(dark)})`;
