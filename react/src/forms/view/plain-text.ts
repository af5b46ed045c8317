/** The words of a label, which for checkboxes is rich content. */
export function plainText(content: unknown): string {
  if (typeof content === 'string') return content;
  if (typeof content !== 'object' || content === null) return '';
  const { nodes, textData } = content as { nodes?: unknown[]; textData?: { text?: string } };
  return (textData?.text ?? '') + (nodes ?? []).map(plainText).join('');
}
