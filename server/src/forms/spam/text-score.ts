/**
 * Scores how much the texts of a submission look like spam. Each signal has points. A signal that honest people may
 * also cause does not reach the limit alone. testing/spam-texts.ts contains texts that must not reach it.
 */
import type { WrittenText } from './written-content.ts';

/** A submission with this many points is spam. */
export const SPAM_SCORE = 5;

export interface TextScore {
  readonly points: number;
  /** Names of the detected signals, for the owner. */
  readonly signalNames: readonly string[];
}

interface Signal {
  readonly name: string;
  readonly points: (all: string, texts: readonly WrittenText[]) => number;
}

export function scoreOf(texts: readonly WrittenText[]): TextScore {
  // Bounds the time of the regular expressions to milliseconds.
  const boundedTexts = texts.map((text) => ({ ...text, text: text.text.slice(0, MAX_LENGTH).normalize('NFKC') }));
  const all = boundedTexts
    .map(({ text }) => text)
    .join('\n')
    .slice(0, MAX_LENGTH);
  const found = SIGNALS.map(({ name, points }) => ({ name, points: points(all, boundedTexts) })).filter(
    ({ points }) => points > 0,
  );
  return { points: found.reduce((sum, { points }) => sum + points, 0), signalNames: found.map(({ name }) => name) };
}

const MAX_LENGTH = 20_000;

const LINK = /(?:https?:\/\/|\bwww\.)[^\s<>"'[\]]+/giu;
const MARKUP = /<\s?a\s[^>]{0,200}href|<\s*(?:script|iframe)\b|\[(?:url|link)(?:=|\])/iu;
const SHORTENER =
  /\b(?:bit\.ly|tinyurl\.com|cutt\.ly|t\.ly|is\.gd|goo\.gl|rebrand\.ly|shorturl\.at|ow\.ly|tiny\.cc|rb\.gy|s\.id)\/\S/iu;
const MESSENGER = /\b(?:t\.me|wa\.me|telegram\.me|api\.whatsapp\.com)\/\S/iu;
/** Links, markup and prices, which do not occur in names. */
const NOT_A_NAME = /https?:|www\.|[<>[\]]|\p{Sc}\s?\d|\d\s?\p{Sc}/iu;
/** Latin letters with Cyrillic or Greek ones in one word, which make it look like another word. */
const MIXED_SCRIPTS = /\p{Script=Latin}[\p{Script=Cyrillic}\p{Script=Greek}]\p{Script=Latin}/u;
/** Invisible characters within a word of Latin letters, which needs none. */
const HIDDEN_CHARACTERS = /[a-z][\u200b\u200c\u2060\u00ad\ufeff][a-z]/iu;

/**
 * Services that spammers offer to owners of sites. Customers may ask for them, too; `OFFER_PATTERN` matches only
 * offers.
 */
const SITE_SERVICE_PATTERNS: readonly RegExp[] = [
  /\b(?:first|1st|top)\s+(?:page|position|spot)s?\s+(?:of|on|in)\s+(?:google|bing|the search)/iu,
  /\brank(?:ing)?s?\s+(?:your|ur)\s+(?:web\s?site|site|business)\b|\b(?:boost|improve|increase)\s+(?:your\s+)?(?:google\s+)?(?:seo|rankings?|search visibility)\b/iu,
  /\b(?:buy|quality|cheap|seo|high[- ]da|dofollow|dr ?\d\d\+?)\s+backlinks?\b|\bbacklinks?\s+(?:package|service|for (?:sale|your))/iu,
  /\b(?:increase|drive|boost|more|targeted|organic)\s+(?:\w+\s+)?(?:web\s?site\s+)?(?:traffic|visitors)\b/iu,
  /\b(?:guest|sponsored)\s+post(?:s|ing)?\b.{0,80}\b(?:your (?:site|website|blog)|price|\$|link)/isu,
  /\bseo\s+(?:services?|agency|expert|company|audit|package|specialist)\b/iu,
  /\b(?:we|i)\s+(?:can\s+)?(?:re)?design\s+(?:and develop\s+)?(?:your|a new)\s+(?:web\s?site|app)\b.{0,120}\b(?:affordable|price|\$|quote|portfolio)/isu,
  /\b(?:email|leads?|b2b|contact)\s+(?:lists?|database)\b.{0,60}\b(?:sale|buy|million|verified|price|purchase)/isu,
  /\b(?:submit|send)\s+(?:your\s+)?(?:message|offer|ads?)s?\s+(?:to|through)\s+(?:\w+\s+){0,3}(?:contact|feedback)\s+forms?\b|\bcontact form (?:marketing|advertising|blast)/iu,
];

/** Phrases of people who want to sell something. */
const OFFER_PATTERN =
  /\b(?:we|i|our team)\s+(?:can|will|offer|provide|guarantee|sell|design|redesign|specialize)\b|\b(?:rank|boost|improve|increase|get|for)\s+your\s+(?:web\s?site|site|blog|business|rankings?|seo)\b|\b(?:for sale|order now|buy (?:now|quality|cheap|backlinks|targeted)|your (?:site|website|blog)\b.{0,80}\bprice|sponsored posts?)\b/isu;

/** Phrases that hardly occur in messages to the owner of a site. */
const UNWANTED_PATTERNS: readonly RegExp[] = [
  /\b(?:make|earn|earning)\s+(?:\w+\s+){0,2}(?:money|cash|\$\s?[\d,.]+k?)\s+(?:\w+\s+){0,2}(?:online|from home|fast|daily|per day|a day|every (?:day|week))/giu,
  /\b(?:passive income|financial freedom|double your (?:money|bitcoin|investment)|guaranteed (?:returns?|profits?|results|rankings?))\b/giu,
  /\b(?:crypto|bitcoin|btc|forex|trading)\s+(?:investment|signals?|giveaway|profits?|bonus|bot|wallet recovery)\b/giu,
  /\b(?:online|live)\s+(?:casinos?|betting|slots?)\b|\b(?:casino|betting)\s+(?:bonus|games?|site)\b|\bfree spins\b|\bno deposit bonus\b/giu,
  /\b(?:viagra|cialis|levitra|tramadol|xanax|ivermectin|semaglutide online|kamagra)\b/giu,
  /\b(?:replica|fake)\s+(?:watches|rolex|handbags|documents|passports?)\b/giu,
  /\b(?:porn|xxx|sexy (?:girls|women|singles)|hot (?:girls|singles)|escorts?|nude|adult dating|onlyfans)\b/giu,
  /\b(?:business|personal|instant|payday|unsecured)\s+(?:loans?|funding|credit)\b.{0,80}\b(?:apply|approved|approval|interest|rates?|%|no collateral|bad credit)/gisu,
  /\b(?:you (?:have|'ve) (?:won|been selected)|claim your (?:prize|reward|bonus|funds?)|lottery winner|next of kin|inheritance fund|unclaimed (?:funds?|inheritance))\b/giu,
  /\b(?:million|\d{1,3}(?:[.,]\d{3}){2,})\s+(?:us\s+)?(?:dollars|usd|pounds|euros)\b/giu,
  /\b(?:real|instagram|tiktok|youtube|facebook)\s+(?:followers|likes|subscribers|views)\b.{0,60}\b(?:buy|cheap|sell|\$|price|instant|delivery|boost)|\bbuy\s+(?:\w+\s+){0,2}(?:followers|likes|subscribers)\b/gisu,
  /\b(?:weight loss|lose \d+ (?:pounds|lbs|kg)|male enhancement|miracle (?:cure|pill)|keto (?:gummies|pills))\b/giu,
  /(?:онлайн[- ]казино|казино бонус|продвижение сайт|заработок в интернете|ставки на спорт|быстрый займ)/giu,
  /(?:代开发票|网上赌场|成人视频|博彩网站|加微信)/gu,
];

/** Phrases of advertising. A single one is only a weak sign of spam. */
const ADVERTISING_PATTERNS: readonly RegExp[] = [
  /\bclick (?:here|below|the link)\b/iu,
  /\b(?:act|order|buy|apply|call|sign up|register) (?:now|today)\b/iu,
  /\b(?:limited[- ]time|exclusive|special) (?:offer|deal|discount|bonus)\b/iu,
  /\b(?:100|\d{2,3})\s?% (?:free|guaranteed?|off|bonus|legit|profit)\b/iu,
  /\b(?:to unsubscribe|opt[- ]out of|if you (?:don't|do not) (?:want|wish) to (?:receive|hear))/iu,
  /\b(?:i|we) (?:was|were)? ?(?:just )?(?:came across|visit(?:ed|ing)|review(?:ed|ing)|looking (?:at|over)|found|noticed) your (?:web\s?site|site)\b/iu,
  /\b(?:risk[- ]free|no obligation|money[- ]back|no credit check|lowest price|best price|cheapest)\b/iu,
  /\b(?:whatsapp|telegram|skype)\s*(?:me\b|us\b|:|at\b|on\b)\s*[@+\w]/iu,
  /\bdear (?:sir|madam|sir\/madam|business owner|web\s?site owner|webmaster)\b/iu,
];

const SIGNALS: readonly Signal[] = [
  { name: 'HTML or BBCode links', points: (all) => (MARKUP.test(all) ? 5 : 0) },
  { name: 'many links', points: (all) => linkPoints(all.match(LINK)?.length ?? 0) },
  { name: 'little text besides a link', points: (all) => (isOnlyLink(all) ? 2 : 0) },
  { name: 'a shortened link', points: (all) => (SHORTENER.test(all) ? 3 : 0) },
  { name: 'a link to a messenger', points: (all) => (MESSENGER.test(all) ? 2 : 0) },
  {
    name: 'a link or price instead of a name',
    points: (_all, texts) => (texts.some(({ isName, text }) => isName && NOT_A_NAME.test(text)) ? 4 : 0),
  },
  {
    name: 'services for sites',
    points: (all) => Math.min(OFFER_PATTERN.test(all) ? 8 : 3, 4 * countMatches(SITE_SERVICE_PATTERNS, all)),
  },
  { name: 'phrases of unwanted advertising', points: (all) => Math.min(8, scoreUnwanted(all)) },
  { name: 'a link next to advertising', points: (all) => (isAdvertising(all) && all.match(LINK) ? 1 : 0) },
  { name: 'words of advertising', points: (all) => Math.min(4, countMatches(ADVERTISING_PATTERNS, all)) },
  { name: 'letters of several scripts in one word', points: (all) => (MIXED_SCRIPTS.test(all) ? 3 : 0) },
  { name: 'hidden characters', points: (all) => (HIDDEN_CHARACTERS.test(all) ? 3 : 0) },
  {
    name: 'random letters',
    points: (_all, texts) => (texts.filter(({ text }) => looksRandom(text)).length > 1 ? 5 : 0),
  },
  { name: 'only capital letters', points: (all) => (isUpperCase(all) ? 1 : 0) },
  { name: 'exclamation marks', points: (all) => (/!{3,}|\p{Sc}{3,}/u.test(all) ? 1 : 0) },
];

const countMatches = (patterns: readonly RegExp[], text: string): number =>
  patterns.filter((pattern) => pattern.test(text)).length;

const isAdvertising = (text: string): boolean =>
  scoreUnwanted(text) > 0 || (OFFER_PATTERN.test(text) && SITE_SERVICE_PATTERNS.some((pattern) => pattern.test(text)));

/**
 * One phrase alone stays below the limit, because it may be a coincidence. Two phrases reach it, and so does one phrase
 * together with a phrase of `ADVERTISING_PATTERNS`.
 */
const scoreUnwanted = (text: string): number =>
  UNWANTED_PATTERNS.map((pattern) => text.match(pattern)?.length ?? 0).reduce(
    (sum, found) => sum + (found ? 3 + found : 0),
    0,
  );

/** Up to three links give few points, because people also send links (to a shop, a map, a portfolio). */
function linkPoints(links: number): number {
  if (links < 4) return links === 0 ? 0 : links - 1;
  return links < 8 ? 3 : 5;
}

const isOnlyLink = (text: string): boolean => {
  const rest = text.replace(LINK, '');
  return rest.length < text.length && (rest.match(/\p{L}+/gu)?.length ?? 0) < 5;
};

/**
 * Detects letters of both cases in random order, with which robots fill in unknown fields. One such text may be a key
 * or a code.
 */
const looksRandom = (text: string): boolean =>
  /^\p{L}{10,}$/u.test(text.trim()) && (text.match(/\p{Ll}\p{Lu}/gu)?.length ?? 0) >= 3;

const isUpperCase = (text: string): boolean => {
  const letters = text.match(/\p{Lu}|\p{Ll}/gu)?.length ?? 0;
  return letters >= 40 && (text.match(/\p{Lu}/gu)?.length ?? 0) > letters * 0.8;
};
