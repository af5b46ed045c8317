/** Returns the code points of ranges in the syntax of CSS: `U+0000-00FF,U+0131`. */
export const parseRanges = (text: string): number[] =>
  text.split(',').flatMap((range) => {
    const [from = '', to = from] = range.replace('U+', '').split('-');
    const first = Number.parseInt(from, 16);
    return Array.from({ length: Number.parseInt(to, 16) - first + 1 }, (_, index) => first + index);
  });
