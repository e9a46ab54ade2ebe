/** One part of a selector between two combinators. */
export interface Compound {
  /** In lower case; null for every element. */
  name: string | null;
  classes: readonly string[];
  ids: readonly string[];
  /** Whether it has more than that: a pseudo-class, an attribute, `&`. */
  hasMore: boolean;
}

export interface Selector {
  parts: readonly Compound[];
  /** Whether all combinators are spaces. */
  isDescendant: boolean;
}

/** The selectors of a rule. Brackets, and what is in them, only make a part have more than its name. */
export function readSelectors(text: string): Selector[] {
  const plain = text.slice(0, 2000).replace(bracket, ':');
  return plain.split(',').flatMap((selector) => {
    const parts = selector.split(/(?<!\\)[\s>+~]+/).filter((part) => part !== '');
    return parts.length === 0
      ? []
      : { parts: parts.map(readPart), isDescendant: !/[>+~]/.test(selector) };
  });
}

const bracket = /\[[^\]]*\]|\((?:[^()]|\((?:[^()]|\([^()]*\))*\))*\)/g;
const word = String.raw`((?:[\w-]|\\.|[\u0080-\uffff])+)`;
const named = new RegExp(`^${word}|^\\*|([.#])${word}`, 'g');

function readPart(part: string): Compound {
  const names = [...part.matchAll(named)].map(([, name, sign, other = '']) => ({
    sign,
    name: (name ?? other).replace(/\\(.)/g, '$1'),
  }));
  const of = (wanted: string | undefined) =>
    names.flatMap(({ sign, name }) => (sign === wanted ? name || [] : []));
  const hasMore = part.replace(named, '') !== '';
  return { name: of(undefined)[0]?.toLowerCase() ?? null, classes: of('.'), ids: of('#'), hasMore };
}
