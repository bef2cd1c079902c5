import type { Block, PageNode, Tally } from "./blocks.ts";

// What publishers call the parts of a page that are not the article, in classes, ids and roles.
const talk = /comment(?!ary)|disqus|respond\b|livefyre|replies/;
const furniture =
  /related|shar(?:e|ing)\b|social|promo|side-?bar|newsletter|subscri|sign-?up|sponsor|advert|\bads?\b|banner|popup|modal|overlay|cookie|consent|gdpr|foot(?:er)?\b|breadcrumb|by-?line|\bauthor|\bbio\b|caption|credit|copyright|\btags?\b|tag-?list|tax-|categor|\bmeta\b|pagination|\bpager\b|recommend|outbrain|taboola|teaser|trending|popular|most-?(?:read|viewed)|more-?(?:stories|news|articles|on|from|in)\b|read-?(?:more|next|also)|see-?also|gallery|slideshow|carousel|toolbar|\bmenu|\bnav\b|navigation|login|donat|widget-area|(?:^|\s)widget(?:\s|$)|print-?(?:header|only)|(?:article|post|entry)[-_]?(?:title|headline)|skip-|screen-reader|sr-only|player|timestamp|date-?line|pub-?date|disclaimer|up-?next|next-?(?:up|article|post|prev)|prev(?:ious)?-?(?:article|post)|\bjump|complementary|\bsearch|feedback|correction-form/;
const body = /articlebody|(?:article|entry|post|story)-?(?:body|content|text)/;
const figure = /^(?:figure|figcaption|caption)$/;

// What stands alone on a line and is no sentence of the article.
const label =
  /^(?:by\b.{0,60}|(?:advert(?:isement|ising)?|anzeige|publicidad|publicité|sponsored|loading|share this.{0,20}|related.{0,20}|read more.{0,80}|(?:article|story) continues.{0,40})[\s:.…]*|(?:last |first )?(?:updated|published|posted|modified)\b.{0,60})$/i;
const farewell =
  /^(?:follow\b.{0,60}\bon\b|e-?mail\b.{0,60}@|contact\b.{0,60}(?:@|\bat\b)|subscribe\b|sign up\b|click here\b|originally published|copyright|©)/i;
const ending = /[.!?…:;。！？]["”’»)]*\s*$/;
const talkWeight = 0.02;
const doubtWeight = 0.1;

/** Scripts that say in one character what others say in two or three. */
const dense = /[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]/;

/** Blocks that are the article, and the element that holds it. */
export interface MainContent {
  readonly blocks: readonly Block[];
  readonly root: PageNode | undefined;
}

/**
 * Chooses the article among the blocks of a page. Paragraphs of running text speak for every element around them, links
 * and stray words against; names that publishers give to comments, teasers and the like make text count little, as do rows
 * of cards with one paragraph each. The element with the most in its favour is the article; within it, what is named as
 * furniture, labels and lists of links are left out, and so is what precedes its first and follows its last paragraph.
 * Takes linear time.
 */
export function mainContent(blocks: readonly Block[], nodes: readonly PageNode[]): MainContent {
  const worths = new Map(blocks.map((block) => [block, worthOf(block)]));
  const fromLeaves = nodes.toReversed();
  count(worths, nodes, fromLeaves);
  const whole = nodes[0]?.tally;
  if (!whole || whole.paragraphs === 0) return { blocks, root: undefined };
  const choose = (cardWeight: number): PageNode | undefined => {
    for (const node of nodes) weigh(node, cardWeight, whole.text);
    for (const [{ node }, worth] of worths) node.tally.sum += worth > 0 ? worth * node.tally.weight : worth;
    for (const { tally, parent } of fromLeaves) if (parent) parent.tally.sum += tally.sum;
    return highest(nodes);
  };
  let root = choose(0.2);
  // A page of nothing but cards is no article with teasers beside it.
  if (root && root.tally.paragraphs < 2 && whole.paragraphs > 4) root = choose(1);
  const inside = new Set<PageNode | undefined>([root]);
  for (const node of nodes) {
    if (inside.has(node.parent) && isKept(node.tally, root?.tally.text ?? 0)) inside.add(node);
  }
  return {
    blocks: trimmed(
      blocks.filter((block) => inside.has(block.node)),
      worths,
    ),
    root,
  };
}

/** Adds up for each element what stands within it. */
function count(
  worths: ReadonlyMap<Block, number>,
  nodes: readonly PageNode[],
  fromLeaves: readonly PageNode[],
): void {
  for (const [{ node, linked, chars }, worth] of worths) {
    if (worth > 0) {
      node.tally.text += worth;
      node.tally.paragraphs++;
    } else if (linked > 0.8 * chars) node.tally.links++;
  }
  for (const { name, hint, tally, parent } of fromLeaves) {
    if (name === "h1" || name === "main" || hint.includes("articlebody")) tally.central = true;
    if (!parent) continue;
    parent.tally.text += tally.text;
    parent.tally.paragraphs += tally.paragraphs;
    parent.tally.links += tally.links;
    parent.tally.central ||= tally.central;
  }
  for (const { tally, parent } of nodes) {
    if (parent && isCard(tally) && !isCard(parent.tally)) parent.tally.cards++;
  }
}

/** Says how much the text of an element counts, after its parent was weighed. */
function weigh({ name, hint, tally, parent }: PageNode, cardWeight: number, total: number): void {
  tally.sum = 0;
  tally.own = 1;
  if (name !== "body" && name !== "html" && !tally.central) {
    if (talk.test(hint)) tally.own = talkWeight;
    else if (tally.text < 0.6 * total && (figure.test(name) || furniture.test(hint))) tally.own = doubtWeight;
    else if (parent && isCard(tally) && parent.tally.cards >= 3) tally.own = cardWeight;
  }
  tally.weight = Math.min(tally.own, parent?.tally.weight ?? 1);
}

/** Whether an element within the article is a part of it, whatever its name, as it holds much of the text. */
function isKept({ own, paragraphs, text }: Tally, whole: number): boolean {
  return own > doubtWeight || (own === doubtWeight && paragraphs > 2 && text > 0.35 * whole);
}

/** How much a block reads like a paragraph; below 0 where it reads like furniture. */
function worthOf({ chars, linked, node, text }: Block): number {
  if (node.code) return chars;
  const isSentence = node.name === "p" && chars - linked >= 20 && linked < 0.7 * chars && ending.test(text);
  if (linked > 0.5 * chars && !isSentence) return -Math.min(40, 10 + linked);
  if (node.level > 0) return 0;
  if (label.test(text)) return -10;
  const size = dense.test(text) ? 2.5 : 1;
  const free = (chars - linked) * size;
  return isSentence || free >= 80 || (free >= 30 && ending.test(text))
    ? Math.max(1, free - linked * size)
    : -10;
}

/** One paragraph beside a link: a teaser, where several stand together. */
function isCard({ paragraphs, links, central }: Tally): boolean {
  return paragraphs === 1 && links > 0 && !central;
}

/** The element with the highest sum; from there inwards as long as one child holds nearly all of it. */
function highest(nodes: readonly PageNode[]): PageNode | undefined {
  let root: PageNode | undefined;
  let best = Number.NEGATIVE_INFINITY;
  for (const node of nodes) {
    const sum = node.tally.sum * (body.test(node.hint) ? 1.3 : node.name === "article" ? 1.1 : 1);
    if (sum >= best) {
      best = sum;
      root = node;
    }
  }
  const enough = 0.85 * (root?.tally.sum ?? 0);
  // Children come after their parents, so that one walk leads all the way in.
  for (const node of nodes) if (node.parent === root && node.tally.sum >= enough) root = node;
  return root;
}

/** From the first paragraph to the last, with lines beside them that belong to them. */
function trimmed(blocks: readonly Block[], worths: ReadonlyMap<Block, number>): Block[] {
  const isParagraph = (block: Block): boolean => (worths.get(block) ?? 0) > 0;
  let from = blocks.findIndex(isParagraph);
  let to = blocks.findLastIndex((block) => isParagraph(block) && !farewell.test(block.text));
  const homes = new Set(blocks.filter(isParagraph).map(({ node }) => node.parent));
  const belongs = (block: Block | undefined): boolean =>
    block !== undefined &&
    block.node.level === 0 &&
    block.linked < 0.4 * block.chars &&
    (block.node.name === "li" || homes.has(block.node.parent)) &&
    !label.test(block.text) &&
    !farewell.test(block.text);
  while (belongs(blocks[to + 1])) to++;
  while (belongs(blocks[from - 1])) from--;
  return blocks
    .slice(Math.max(0, from), to + 1)
    .filter(({ linked, chars, text }) => linked < 0.6 * chars && !label.test(text));
}
