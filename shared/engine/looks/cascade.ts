import { type Declared, isRead, type Look, lookOf } from './look.ts';
import { hasSection } from './mask.ts';
import type { MailElement, StyleSheet } from './read-mail.ts';
import type { Declaration, StyleBlock } from './read-styles.ts';
import { type Compound, readSelectors } from './selectors.ts';
import { grouped, isNamed, keysOf } from './surroundings.ts';

export interface CascadeOptions {
  sheets: readonly StyleSheet[];
  /** What surrounds the mail: that of a partial is unknown. */
  base: Pick<Look, 'colour' | 'ground'>;
  /** Whether the rules for a dark scheme apply. */
  isDark: boolean;
}

interface Rule {
  parts: readonly Compound[];
  /** Ids, classes and names, as one number. */
  specificity: number;
  declarations: readonly Declaration[];
  isUnknown: boolean;
  order: number;
}

/** Comparisons of an element with a selector's part: more would take too long. */
const maxSteps = 500_000;

/** The look of each element, parents first. Null if the mail has too many rules and elements. */
export function cascade(
  elements: readonly MailElement[],
  html: string,
  options: CascadeOptions,
): Map<MailElement, Look> | null {
  const rules = new RuleIndex(options, html);
  const looks = new Map<MailElement, Look>();
  const { colour, ground } = options.base;
  const root: Look = {
    ...{ colour, ground, isDefault: true, size: 16, isSized: false },
    ...{ isBold: false, isHidden: false },
  };
  for (const element of elements) {
    const around = (element.parent && looks.get(element.parent)) ?? root;
    const declared = rules.of(element);
    if (rules.steps > maxSteps) return null;
    looks.set(element, lookOf(element, around, declared));
  }
  return looks;
}

/** The declarations that apply to each element. */
export class RuleIndex {
  steps = 0;
  private readonly byKey: ReadonlyMap<string, readonly Rule[]>;
  private readonly html: string;

  constructor({ sheets, isDark }: CascadeOptions, html: string) {
    this.html = html;
    const rules = sheets.flatMap(({ blocks, inSections }) =>
      blocks
        .filter((block) => applies(block, isDark) && block.declarations.some(isRead))
        .flatMap((block) => rulesOf(block, inSections.has(block))),
    );
    const ordered = rules.map((rule, order) => ({ ...rule, order }));
    this.byKey = grouped(ordered, ({ parts }) =>
      parts.slice(-1).map((last) => keysOf(last)[0] ?? '*'),
    );
  }

  /** What applies to an element, the strongest last. */
  of(element: MailElement): Declared[] {
    const lists = ['*', ...keysOf(element)].map((key) => this.byKey.get(key) ?? []);
    this.steps += lists.reduce((sum, list) => sum + list.length, 1);
    if (this.steps > maxSteps) return [];
    const rules = lists
      .flat()
      .filter((rule) => this.selects(rule.parts, element))
      .sort((one, other) => one.specificity - other.specificity || one.order - other.order);
    const all = [...rules, ...this.inline(element)].flatMap(({ declarations, isUnknown }) =>
      declarations.map((declaration) => ({ ...declaration, isUnknown })),
    );
    return [
      ...attributesOf(element),
      ...all.filter(({ important }) => !important),
      ...all.filter(({ important }) => important),
    ];
  }

  private inline({ style }: MailElement) {
    if (!style) return [];
    const declarations = style.declarations.filter(isRead);
    const { start, end } = style;
    return [{ declarations, isUnknown: hasSection(this.html.slice(start, end)) }];
  }

  private selects(parts: readonly Compound[], element: MailElement): boolean {
    let at = parts.length - 1;
    for (let each: MailElement | null = element; each && at >= 0; each = each.parent) {
      if (++this.steps > maxSteps) return false;
      const part = parts[at];
      if (part && isNamed(each, part)) at--;
      else if (each === element) return false;
    }
    return at < 0;
  }
}

function applies({ at, parent }: StyleBlock, isDark: boolean): boolean {
  if (parent) return false;
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

function rulesOf({ selector, declarations }: StyleBlock, isUnknown: boolean): Rule[] {
  return readSelectors(selector)
    .filter(({ parts, isDescendant }) => isDescendant && !parts.some(({ hasMore }) => hasMore))
    .map(({ parts }) => {
      const weights = parts.map(
        ({ ids, classes, name }) => ids.length * 1e6 + classes.length * 1e3 + (name ? 1 : 0),
      );
      const specificity = weights.reduce((sum, weight) => sum + weight, 0);
      return { parts, specificity, declarations: declarations.filter(isRead), isUnknown, order: 0 };
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
    return [{ property, value: name === 'background' ? 'url()' : written, isUnknown: false }];
  });
}
