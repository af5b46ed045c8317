const DARK_TEXT = '#16181d';
const LIGHT_TEXT = '#ffffff';

/** Returns the more readable text color on `background` (`#rrggbb`): WCAG 2.2, contrast of relative luminance. */
export function chooseTextColor(background: string): string {
  const backgroundLuminance = luminanceOf(background);
  const contrastOf = (text: string): number => {
    const [low = 0, high = 0] = [backgroundLuminance, luminanceOf(text)].toSorted((a, b) => a - b);
    return (high + 0.05) / (low + 0.05);
  };
  return contrastOf(LIGHT_TEXT) >= contrastOf(DARK_TEXT) ? LIGHT_TEXT : DARK_TEXT;
}

function luminanceOf(color: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((start) => {
    const part = Number.parseInt(color.slice(start, start + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}
