/** Portico's theme, with the colors verdigris and stone. Text meets the contrast of WCAG AA in both color schemes. */
import { type CSSVariablesResolver, createTheme, type MantineColorsTuple } from '@mantine/core';

const verdigris: MantineColorsTuple = [
  '#edf7f4',
  '#d9ede7',
  '#afd9cd',
  '#83c5b4',
  '#5fb4a0',
  '#3d9a86',
  '#22806c',
  '#176a58',
  '#115546',
  '#0b3f34',
];

const stone: MantineColorsTuple = [
  '#faf9f7',
  '#f3f1ed',
  '#e8e5df',
  '#d8d4cc',
  '#bfbab0',
  '#8f8a80',
  '#66625a',
  '#4c4943',
  '#34322e',
  '#211f1c',
];

/** Ordered as Mantine uses them: dark[0] for text, dark[6] for controls and dark[7] for the page. */
const slate: MantineColorsTuple = [
  '#dfe4e2',
  '#b9c2bf',
  '#98a39f',
  '#6d7875',
  '#434d4a',
  '#333c3a',
  '#262e2c',
  '#1a201f',
  '#141918',
  '#0e1211',
];

const dialogTitle = { title: { fontSize: '1.15rem', fontWeight: 650, letterSpacing: '-0.012em' } };

export const theme = createTheme({
  primaryColor: 'verdigris',
  primaryShade: { light: 7, dark: 6 },
  colors: { verdigris, gray: stone, dark: slate },
  defaultRadius: 'md',
  radius: { sm: '0.3rem', md: '0.55rem', lg: '0.9rem' },
  fontFamily: 'system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", "Liberation Sans", sans-serif',
  fontFamilyMonospace: 'ui-monospace, "SF Mono", "Cascadia Code", Menlo, Consolas, "Liberation Mono", monospace',
  headings: {
    fontWeight: '650',
    sizes: {
      h1: { fontSize: '1.6rem', lineHeight: '1.25' },
      h2: { fontSize: '1.15rem', lineHeight: '1.35' },
      h3: { fontSize: '1rem', lineHeight: '1.4' },
    },
  },
  cursorType: 'pointer',
  focusRing: 'auto',
  respectReducedMotion: true,
  components: {
    Drawer: {
      defaultProps: { position: 'right', size: 'lg', padding: 'lg', closeButtonProps: { 'aria-label': 'Close' } },
      styles: dialogTitle,
    },
    // ARIA does not allow this placeholder element inside a menu, so it is disabled.
    Menu: { defaultProps: { withInitialFocusPlaceholder: false } },
    Modal: {
      defaultProps: { centered: true, padding: 'lg', closeButtonProps: { 'aria-label': 'Close' } },
      styles: dialogTitle,
    },
    // A <header> in a dialog would count as a second banner of the page.
    DrawerHeader: { defaultProps: { role: 'presentation' } },
    ModalHeader: { defaultProps: { role: 'presentation' } },
    Paper: {
      defaultProps: { radius: 'lg', withBorder: true },
      styles: { root: { '--paper-border-color': 'var(--portico-line)' } },
    },
    Tooltip: { defaultProps: { openDelay: 300, events: { hover: true, focus: true, touch: false } } },
  },
});

export const cssVariables: CSSVariablesResolver = () => ({
  variables: {},
  light: {
    '--mantine-color-body': '#fdfcfb',
    '--mantine-color-text': stone[9],
    '--mantine-color-dimmed': stone[6],
    '--mantine-color-placeholder': '#757067',
    '--mantine-color-error': '#b3261e',
    '--mantine-color-anchor': verdigris[7],
    '--mantine-color-red-filled': '#b3261e',
    '--mantine-color-red-filled-hover': '#97201a',
    '--mantine-color-red-outline': '#b3261e',
    '--mantine-color-red-light-color': '#9d221b',
    '--mantine-color-yellow-light': '#fbeed0',
    '--mantine-color-yellow-light-color': '#6b4a05',
    '--portico-sidebar': stone[1],
    '--portico-line': stone[2],
  },
  dark: {
    '--mantine-color-body': slate[7],
    '--mantine-color-dimmed': slate[2],
    '--mantine-color-placeholder': '#8d9894',
    '--mantine-color-error': '#ff9a91',
    '--mantine-color-anchor': verdigris[3],
    '--mantine-color-red-filled': '#b3261e',
    '--mantine-color-red-filled-hover': '#97201a',
    '--mantine-color-red-outline': '#ff9a91',
    '--mantine-color-red-light': '#3b201e',
    '--mantine-color-red-light-color': '#ffb3ac',
    '--mantine-color-yellow-light': '#3a2f12',
    '--mantine-color-yellow-light-color': '#f3d38a',
    '--portico-sidebar': slate[8],
    '--portico-line': slate[5],
  },
});
