/** Divides the generated reference of `@portico/sdk` into pages, because one page would have 400 kB. */
import { anchorOf } from '../docs/src/markdown.ts';

/** A page of the reference that holds the symbols of some source files. */
interface Topic {
  /** Path of the page below docs/reference/. */
  readonly file: string;
  readonly title: string;
  readonly intro: string;
  /** Files below sdk/src/ whose symbols the page describes. */
  readonly sources: RegExp;
}

/** The topics of `@portico/sdk`. A symbol belongs to the first topic that has its source. */
export const SDK_TOPICS: readonly Topic[] = [
  {
    file: 'sdk/items.md',
    title: 'Items',
    intro: 'Queries, searches, aggregations and changes of items. [Data](../../data.md) is the guide.',
    sources: /^items/,
  },
  {
    file: 'sdk/forms.md',
    title: 'Forms',
    intro: 'Forms, submissions and uploads. [Forms](../../forms.md) is the guide.',
    sources: /^(?:form|submission|upload|field)/,
  },
  {
    file: 'sdk/members.md',
    title: 'Members and sign-in',
    intro: 'Sessions, sign-in and the account of a member. [Members](../../members.md) is the guide.',
    sources: /^(?:auth\/|account|members)/,
  },
  {
    file: 'sdk/client.md',
    title: 'Client, errors and types',
    intro: 'How to create a client, its errors, and the types of a site. [Types](../../types.md) is the guide.',
    sources: /^/,
  },
];

interface DividedReference {
  readonly pages: readonly [topic: Topic, body: string][];
  readonly overview: string;
  /** Returns the link from docs/reference/ to an anchor of the undivided text. */
  linkTo(anchor: string): string;
}

/** The text of one symbol, with its headings and their anchors in the undivided text. */
interface ReferenceSymbol {
  readonly text: string;
  readonly topic: Topic;
  readonly headings: readonly { readonly heading: string; readonly anchor: string }[];
}

const SOURCE = /^Defined in: \[sdk\/src\/(.+?):\d+\]/m;

/** Divides the reference of `@portico/sdk`. Returns the Markdown of each topic, and a list of all symbols by topic. */
export function splitByTopic(text: string): DividedReference {
  const symbols = symbolsOf(text.replace(/^\*\*\*\n\n/gm, ''));
  const targets = new Map<string, { readonly topic: Topic; readonly anchor: string }>();
  for (const topic of SDK_TOPICS) {
    const nextAnchor = createAnchors();
    for (const { headings } of symbols.filter((symbol) => symbol.topic === topic))
      for (const { heading, anchor } of headings) targets.set(anchor, { topic, anchor: nextAnchor(heading) });
  }
  const linkTo = (anchor: string, folder: string, from?: Topic): string => {
    const target = targets.get(anchor);
    if (!target) throw new Error(`The reference links to the unknown anchor #${anchor}.`);
    return `${target.topic === from ? '' : folder + target.topic.file}#${target.anchor}`;
  };
  const pages = SDK_TOPICS.map((topic): [Topic, string] => {
    const body = symbols.flatMap((symbol) => (symbol.topic === topic ? symbol.text : [])).join('');
    const links = body.replace(/\]\(#([^)]+)\)/g, (_, anchor: string) => `](${linkTo(anchor, '../', topic)})`);
    return [topic, links.replace(/^#(##+ )/gm, '$1')];
  });
  const overview = SDK_TOPICS.map((topic) => {
    const names = symbols.flatMap(({ topic: other, headings: [first] }) =>
      other === topic && first ? `[${first.heading}](${linkTo(first.anchor, '')})` : [],
    );
    return `## ${topic.title}\n\n${topic.intro.replaceAll('../../', '../')}\n\n${names.join(' · ')}\n`;
  });
  return { pages, overview: overview.join('\n'), linkTo: (anchor) => linkTo(anchor, '') };
}

function symbolsOf(text: string): ReferenceSymbol[] {
  const nextAnchor = createAnchors();
  return text.split(/^(?=###? )/m).flatMap((block) => {
    const headings = [...block.matchAll(/^##+ (.+)$/gm)].map(([, heading = '']) => ({
      heading,
      anchor: nextAnchor(heading),
    }));
    const source = SOURCE.exec(block)?.[1] ?? '';
    const topic = SDK_TOPICS.find(({ sources }) => sources.test(source)) as Topic;
    return block.startsWith('### ') ? [{ text: block, topic, headings }] : [];
  });
}

/** Returns a function that converts the headings of a page, in their order, to unique anchors, as docs/ does. */
function createAnchors(): (heading: string) => string {
  const used = new Set<string>();
  return (heading) => {
    const base = anchorOf(heading.replaceAll('\\', ''));
    let anchor = base;
    for (let count = 1; used.has(anchor); count += 1) anchor = `${base}-${count}`;
    used.add(anchor);
    return anchor;
  };
}
