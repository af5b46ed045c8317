const ADDRESS = /^[^\s@,;:<>()[\]\\"\p{C}]+@[^\s@,;:<>()[\]\\"\p{C}]+$/u;

/**
 * One plain address and nothing around it. Threat: header injection and extra recipients (`a@b.example\r\nBcc: …`,
 * `a@b.example, c@d.example`), through whatever let the address in.
 */
export const isAddress = (text: string): boolean => text.length <= 254 && ADDRESS.test(text);
