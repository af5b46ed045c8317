import { isObject } from '../model.ts';
import { isScriptUrl } from './links.ts';
import { richContentLimits } from './nodes.ts';

export interface RichContentProblem {
  /** path in the document, dotted: `nodes.0.nodes.2` */
  readonly path: string;
  readonly description: string;
}

/** more would only make a huge answer to a hostile request */
const MAX_PROBLEMS = 20;

/**
 * What keeps a document from being stored: a tree that is too deep or too large, nodes that are none, texts that are
 * none, links that would run as a page. Types of nodes and decorations that are not known are no problem. Bounded work
 * whatever comes, and no deeper than the limit says.
 */
export function checkRichContent(content: unknown): RichContentProblem[] {
  if (!isObject(content)) return [{ path: '', description: 'must be an object with nodes' }];
  const walk: Walk = { problems: [], left: richContentLimits.nodes };
  checkNodes(content.nodes, 'nodes', richContentLimits.depth, walk);
  return walk.problems.slice(0, MAX_PROBLEMS);
}

interface Walk {
  readonly problems: RichContentProblem[];
  left: number;
}

function checkNodes(nodes: unknown, path: string, depth: number, walk: Walk): void {
  const problem = (description: string, at = path) => walk.problems.push({ path: at, description });
  if (nodes === undefined || nodes === null) return;
  if (!Array.isArray(nodes)) return void problem('must be a list of nodes');
  if (nodes.length > 0 && depth === 0) return void problem(`is nested deeper than ${richContentLimits.depth} levels`);
  for (const [index, node] of nodes.entries()) {
    if (walk.problems.length >= MAX_PROBLEMS) return;
    walk.left -= 1;
    if (walk.left < 0) return void problem(`the document has more than ${richContentLimits.nodes} nodes`);
    const at = `${path}.${index}`;
    if (!isObject(node)) problem('must be a node', at);
    else {
      if (typeof node.type !== 'string') problem('must name its type', at);
      if (node.type === 'TEXT') checkText(node.textData, `${at}.textData`, walk);
      checkLinks(node, at, walk);
      checkNodes(node.nodes, `${at}.nodes`, depth - 1, walk);
    }
  }
}

function checkText(data: unknown, path: string, { problems }: Walk): void {
  const { text, decorations } = isObject(data) ? data : {};
  if (text !== undefined && (typeof text !== 'string' || text.length > richContentLimits.textLength)) {
    problems.push({
      path: `${path}.text`,
      description: `must be a text of at most ${richContentLimits.textLength} characters`,
    });
  }
  if (decorations === undefined || decorations === null) return;
  if (!Array.isArray(decorations) || decorations.length > richContentLimits.decorations) {
    problems.push({
      path: `${path}.decorations`,
      description: `must be a list of at most ${richContentLimits.decorations} decorations`,
    });
    return;
  }
  for (const [index, decoration] of decorations.entries()) {
    const at = `${path}.decorations.${index}`;
    if (!isObject(decoration) || typeof decoration.type !== 'string') {
      problems.push({ path: at, description: 'must name its type' });
    } else {
      checkUrl(decoration.linkData, `${at}.linkData`, problems);
    }
  }
}

/** A stored link is also followed by viewers that are not ours, so what runs as a page is refused and not only passed over. */
function checkLinks(node: Record<string, unknown>, path: string, { problems }: Walk): void {
  for (const [name, data] of Object.entries(node))
    if (name.endsWith('Data')) checkUrl(data, `${path}.${name}`, problems);
}

function checkUrl(holder: unknown, path: string, problems: RichContentProblem[]): void {
  const link = isObject(holder) ? holder.link : undefined;
  if (!isObject(link) || link.url === undefined || link.url === null) return;
  if (typeof link.url === 'string' && link.url.length <= richContentLimits.urlLength && !isScriptUrl(link.url)) return;
  problems.push({ path: `${path}.link.url`, description: 'must be an address that is no script' });
}
