/**
 * Runs the script of the page in the hidden frame with a fake parent window, and returns the messages that it posts.
 */
export function postedMessagesOf(html: string): { message: Record<string, string>; target: string }[] {
  const script = /<script[^>]*>(.*)<\/script>/s.exec(html)?.[1] as string;
  const postedMessages: { message: Record<string, string>; target: string }[] = [];
  const postMessage = (message: Record<string, string>, target: string) => postedMessages.push({ message, target });
  new Function('window', script)({ parent: { postMessage } });
  return postedMessages;
}
