import { isObject } from '../model.ts';
import { isScriptUrl } from './links.ts';
import { richContentLimits } from './nodes.ts';

export interface RichContentProblem {
  /** Dotted path in the document: `nodes.0.nodes.2`. */
  readonly path: string;
  readonly description: string;
}

/** Limits the size of the response to a hostile request. */
const MAX_PROBLEMS = 20;

/**
 * Returns the reasons why a document cannot be stored: too many or too deeply nested nodes, malformed nodes or text,
 * and links with a script URL. Unknown types of nodes and decorations are allowed. Work and recursion depth are bounded
 * for any input.
 */
export function checkRichContent(content: unknown): RichContentProblem[] {
  if (!isObject(content)) return [{ path: '', description: 'must be an object with nodes' }];
  const walk: Walk = { problems: [], remaining: richContentLimits.nodes };
  checkNodes(content.nodes, 'nodes', richContentLimits.depth, walk);
  return walk.problems.slice(0, MAX_PROBLEMS);
}

interface Walk {
  readonly problems: RichContentProblem[];
  remaining: number;
}

function checkNodes(nodes: unknown, path: string, depth: number, walk: Walk): void {
  const report = (description: string, problemPath = path) => walk.problems.push({ path: problemPath, description });
  if (nodes === undefined || nodes === null) return;
  if (!Array.isArray(nodes)) return void report('must be a list of nodes');
  if (nodes.length > 0 && depth === 0) return void report(`is nested deeper than ${richContentLimits.depth} levels`);
  for (const [index, node] of nodes.entries()) {
    if (walk.problems.length >= MAX_PROBLEMS) return;
    walk.remaining -= 1;
    if (walk.remaining < 0) return void report(`the document has more than ${richContentLimits.nodes} nodes`);
    const nodePath = `${path}.${index}`;
    if (!isObject(node)) report('must be a node', nodePath);
    else {
      if (typeof node.type !== 'string') report('must name its type', nodePath);
      if (node.type === 'TEXT') checkText(node.textData, `${nodePath}.textData`, walk);
      checkLinks(node, nodePath, walk);
      checkNodes(node.nodes, `${nodePath}.nodes`, depth - 1, walk);
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
    const decorationPath = `${path}.decorations.${index}`;
    if (!isObject(decoration) || typeof decoration.type !== 'string') {
      problems.push({ path: decorationPath, description: 'must name its type' });
    } else {
      checkUrl(decoration.linkData, `${decorationPath}.linkData`, problems);
    }
  }
}

/** Rejects script URLs. Omitting them on display would not suffice, because other viewers follow stored links, too. */
function checkLinks(node: Record<string, unknown>, path: string, { problems }: Walk): void {
  for (const [name, data] of Object.entries(node))
    if (name.endsWith('Data')) checkUrl(data, `${path}.${name}`, problems);
}

function checkUrl(holder: unknown, path: string, problems: RichContentProblem[]): void {
  const link = isObject(holder) ? holder.link : undefined;
  if (!isObject(link) || link.url === undefined || link.url === null) return;
  if (typeof link.url === 'string' && link.url.length <= richContentLimits.urlLength && !isScriptUrl(link.url)) return;
  problems.push({ path: `${path}.link.url`, description: 'must be a URL without a script scheme' });
}
