const ADDRESS = /^[^\s@,;:<>()[\]\\"\p{C}]+@[^\s@,;:<>()[\]\\"\p{C}]+$/u;

/**
 * True for exactly one plain address. Threat: header injection and extra recipients (`a@b.example\r\nBcc: …`,
 * `a@b.example, c@d.example`), wherever the address comes from.
 */
export const isAddress = (text: string): boolean => text.length <= 254 && ADDRESS.test(text);
