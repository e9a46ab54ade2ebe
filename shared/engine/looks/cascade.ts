import { type Declared, isRead, type Look, lookOf } from './look.ts';
import { hasSection } from './mask.ts';
import { lastBefore } from './place.ts';
import type { MailElement, MailSource, StyleSheet } from './read-mail.ts';
import type { StyleBlock } from './read-styles.ts';
import { type Compound, readSelectors } from './selectors.ts';
import { grouped, isNamed, keysOf } from './surroundings.ts';

interface StyleOptions {
  sheets: readonly StyleSheet[];
  /** Whether the rules for a dark scheme apply. */
  isDark: boolean;
}

export interface CascadeOptions extends StyleOptions {
  /** What surrounds the mail: that of a partial is unknown. */
  base: Pick<Look, 'colour' | 'ground'>;
}

interface Rule {
  parts: readonly Compound[];
  /** Ids, classes and names, as one number. */
  specificity: number;
  declarations: readonly Declared[];
}

/** Comparisons of an element with a selector's part: more would take too long. */
const maxSteps = 500_000;

/** The look of each element, parents first. Null if the mail has too many rules and elements. */
export function cascade(mail: Pick<MailSource, 'elements' | 'html'>, options: CascadeOptions) {
  const declared = declaredIn(mail, options);
  if (!declared) return null;
  const looks = new Map<MailElement, Look>();
  const root: Look = {
    ...{ ...options.base, isDefault: true, size: 16, isSized: false },
    ...{ isBold: false, isHidden: false },
  };
  for (const [element, own] of declared) {
    const around = (element.parent && looks.get(element.parent)) ?? root;
    looks.set(element, lookOf(element, around, own));
  }
  return looks;
}

/** What applies to each element, the strongest last. Null if the mail has too many rules and elements. */
export function declaredIn(
  { elements, html }: Pick<MailSource, 'elements' | 'html'>,
  { sheets, isDark }: StyleOptions,
): Map<MailElement, Declared[]> | null {
  const rules = sheets.flatMap(({ blocks, sections }) =>
    blocks
      .filter((block) => applies(block, isDark))
      .flatMap((block) => rulesOf(block, lastBefore(sections, block.start)?.opens === true)),
  );
  const ordered = rules.map((rule, order) => ({ ...rule, order }));
  const byKey = grouped(ordered, ({ parts }) =>
    parts.slice(-1).map((last) => keysOf(last)[0] ?? '*'),
  );
  let steps = 0;
  const selects = ({ parts }: Rule, element: MailElement) => {
    let at = parts.length - 1;
    for (let each: MailElement | null = element; each && at >= 0; each = each.parent) {
      if (++steps > maxSteps) return false;
      const part = parts[at];
      if (part && isNamed(each, part)) at--;
      else if (each === element) return false;
    }
    return at < 0;
  };
  const found = new Map<MailElement, Declared[]>();
  for (const element of elements) {
    const possible = ['*', ...keysOf(element)].flatMap((key) => byKey.get(key) ?? []);
    steps += possible.length;
    if (steps > maxSteps) return null;
    const all = possible
      .filter((rule) => selects(rule, element))
      .sort((one, other) => one.specificity - other.specificity || one.order - other.order)
      .flatMap(({ declarations }) => declarations);
    const { style } = element;
    if (style) all.push(...read(style, hasSection(html.slice(style.start, style.end))));
    const [weak, strong] = [false, true].map((wanted) =>
      all.filter(({ important }) => important === wanted),
    );
    found.set(element, [...attributesOf(element), ...(weak ?? []), ...(strong ?? [])]);
  }
  return found;
}

const read = ({ declarations }: StyleBlock, isUnknown: boolean): Declared[] =>
  declarations.filter(isRead).map((declaration) => ({ ...declaration, isUnknown }));

function applies({ at, isNested }: StyleBlock, isDark: boolean): boolean {
  if (isNested) return false;
  if (!at) return true;
  return (
    isDark &&
    !at.parent &&
    at.name === 'media' &&
    /^(?:(?:only\s+)?(?:screen|all)\s+and\s+)?\(\s*prefers-color-scheme\s*:\s*dark\s*\)$/i.test(
      at.prelude,
    )
  );
}

function rulesOf(block: StyleBlock, isUnknown: boolean): Rule[] {
  const declarations = read(block, isUnknown);
  if (declarations.length === 0) return [];
  return readSelectors(block.selector)
    .filter(({ parts, isDescendant }) => isDescendant && !parts.some(({ hasMore }) => hasMore))
    .map(({ parts }) => {
      const weights = parts.map(
        ({ ids, classes, name }) => ids.length * 1e6 + classes.length * 1e3 + (name ? 1 : 0),
      );
      return { parts, declarations, specificity: weights.reduce((sum, weight) => sum + weight, 0) };
    });
}

/** The attributes of HTML that say how an element looks. */
function attributesOf(element: MailElement): Declared[] {
  const names: Record<string, string> = {
    ...{ bgcolor: 'background-color', background: 'background-image' },
    ...(element.name === 'font' && { color: 'color' }),
    ...(element.name === 'body' && { text: 'color' }),
  };
  return element.attributes.flatMap(({ name, value }) => {
    const property = Object.hasOwn(names, name) ? names[name] : undefined;
    if (property === undefined) return [];
    const written = /^[\da-f]{6}$/i.test(value) ? `#${value}` : value;
    const shown = name === 'background' ? 'url()' : written;
    return [{ property, value: shown, important: false, isUnknown: false }];
  });
}
