/**
 * Runs the script of the page in the hidden frame with a fake parent window, and returns the messages that it posts.
 */
export function postsOf(html: string): { message: Record<string, string>; target: string }[] {
  const script = /<script[^>]*>(.*)<\/script>/s.exec(html)?.[1] as string;
  const posted: { message: Record<string, string>; target: string }[] = [];
  const postMessage = (message: Record<string, string>, target: string) => posted.push({ message, target });
  new Function('window', script)({ parent: { postMessage } });
  return posted;
}
