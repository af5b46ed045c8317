/** Matches every tag and attribute that the generated HTML may contain. Escaped text contains no angle brackets. */
const TAG =
  /<(?:\/?(?:p|h[1-6]|ul|ol|li|blockquote|pre|table|tbody|tr|td|details|summary|div|strong|em|u|s|sup|sub|span|a)|hr|br|img|(?:p|h[1-6]|pre) style="text-align:(?:center|right|justify)"|ol start="\d+"|span style="(?:;?(?:background-)?color:#[0-9a-fA-F]{3,8})+"|a href="(?:https?:\/\/|mailto:|tel:)[^"<>\s]*"(?: target="_blank")? rel="noopener noreferrer"|img src="https?:\/\/[^"<>\s]*" alt="[^"<>]*")>/g;
/** Returns true if no angle bracket remains after the allowed tags are removed. */
export const isHarmless = (html: string): boolean => !/[<>]/.test(html.replace(TAG, ''));
