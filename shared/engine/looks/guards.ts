import { countBefore } from './place.ts';
import { attributeOf, type MailElement, type MailSource } from './read-mail.ts';
import type { Declaration, StyleBlock } from './read-styles.ts';
import type { LookRule } from './rules.ts';
import type { Surroundings } from './surroundings.ts';

/** A place that a rule found, with what is around it. */
export interface Found {
  rule: LookRule;
  offset: number;
  /** The tag, or the element of a style attribute. */
  element?: MailElement | undefined;
  block?: StyleBlock | undefined;
  declaration?: Declaration | undefined;
  /** An address, for rules about one. */
  address?: string | undefined;
  notMso?: boolean | undefined;
}

/** Whether a guard covers a place: in all clients, or only in Outlook on Windows. */
type Guard = (found: Found, around: Surroundings) => boolean;

const isBackground = ({ property }: Declaration) => property.startsWith('background');
const picture = /\burl\(|gradient\(/i;
const noColour = /^(none|transparent|inherit|initial|unset)\b/i;

const isColour = (declaration: Declaration) =>
  /^background(-color)?$/.test(declaration.property) &&
  !picture.test(declaration.value) &&
  !noColour.test(declaration.value);

const has = (block: StyleBlock | null | undefined, test: (declaration: Declaration) => boolean) =>
  block?.declarations.some(test) === true;

const targets = ({ element, block }: Found, around: Surroundings): readonly MailElement[] =>
  element ? [element] : block ? around.of(block).elements : [];

export const guards: Record<string, Guard> = {
  before: ({ rule, block, declaration }) =>
    has(
      block,
      (other) =>
        declaration !== undefined &&
        other.start < declaration.start &&
        (other.property === declaration.property ||
          (isBackground(other) && isBackground(declaration))) &&
        !rule.value?.test(other.value.slice(0, maxValue)),
    ),
  'colour-below': (found, around) => {
    if (has(found.block, isColour)) return true;
    const elements = targets(found, around);
    const isCovered = (element: MailElement) =>
      attributeOf(element, 'bgcolor') !== undefined ||
      has(element.style, isColour) ||
      around.coloured(isColour).has(element);
    return elements.length > 0 && elements.every(isCovered);
  },
  transparent: ({ declaration }) => {
    const alpha = /rgba\([^)]*[,/]\s*([\d.]+%?)\s*\)/i.exec(declaration?.value ?? '')?.[1];
    if (!declaration || !isBackground(declaration) || alpha === undefined) return false;
    return Number.parseFloat(alpha) / (alpha.endsWith('%') ? 100 : 1) < 0.5;
  },
  'mso-hide': ({ block }) => has(block, ({ property }) => property === 'mso-hide'),
  'display-none': ({ block }) =>
    has(block, ({ property, value }) => property === 'display' && /^none\b/i.test(value)),
  inside: ({ element }) =>
    element !== undefined && (element.holds.words || element.holds.link || element.holds.picture),
  'font-service': ({ address = '' }) =>
    /^\s*(https?:)?\/\/(fonts\.googleapis\.com|fonts\.bunny\.net|use\.typekit\.net|rsms\.me)(\/|$)/i.test(
      address,
    ),
  // An address in `srcset` is never found.
  picture: ({ element }) => element?.name !== 'img',
};

/** More of a value is not read. */
export const maxValue = 2000;

/** Declarations in these have a reason that clients without them do not share. */
const conditional = /^(-\w+-)?(media|supports|font-face|keyframes)$/;

/** The guards of all CSS rules. */
export function isGuardedStyle({ block, element }: Found, around: Surroundings): boolean {
  for (let at = block?.at; at; at = at.parent) if (conditional.test(at.name)) return true;
  return element === undefined && block !== undefined && !around.of(block).isUsed;
}

/** Whether the place is not for Outlook on Windows, or has a table for it before each of its elements. */
export function isSparedInOutlook(found: Found, around: Surroundings): boolean {
  const elements = targets(found, around);
  if (found.notMso || (elements.length > 0 && elements.every(({ notMso }) => notMso))) return true;
  if (!found.rule.guards.includes('ghost')) return false;
  return elements.length > 0 && elements.every((element) => hasGhost(element, around.mail));
}

/** A table for Outlook directly before an element, or its drawing of a background directly inside. */
function hasGhost({ start, content }: MailElement, { masked, comments }: MailSource): boolean {
  const before = comments[countBefore(comments, ({ end }) => end <= start) - 1];
  const inside = comments[countBefore(comments, (comment) => comment.start < content.start)];
  const isGhost = (comment: typeof before, gap: string, names: RegExp) =>
    /^(?!!).*\bmso\b/.test(comment?.condition ?? '') &&
    gap.trim() === '' &&
    names.test(masked.slice(comment?.content?.start, comment?.content?.end ?? 0));
  return (
    isGhost(before, masked.slice(before?.end, start), /<(table|td|v:)/i) ||
    isGhost(inside, masked.slice(content.start, inside?.start), /<v:/i)
  );
}
