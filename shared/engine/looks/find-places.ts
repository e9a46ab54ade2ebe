import { type Found, maxValue } from './guards.ts';
import { attributeOf, type MailElement } from './read-mail.ts';
import type { Declaration, StyleBlock } from './read-styles.ts';
import type { LookRule } from './rules.ts';
import type { Surroundings } from './surroundings.ts';

/** What a rule finds, before its guards. */
export type Place = Omit<Found, 'rule'>;

type Finder = (rule: LookRule, around: Surroundings) => Place[];

/** Finds the places of a rule by its kind. */
export const finders: Record<string, Finder> = {
  property: ({ names, value }, { declarations }) =>
    all(names, declarations).filter(({ declaration }) => matches(value, declaration.value)),

  element: ({ names, attributes }, { elements }) =>
    all(names, elements)
      .filter((element) =>
        attributes.every(([name, value]) => matches(value, attributeValue(element, name))),
      )
      .map((element) => ({ ...atTag(element), address: attributeValue(element, 'href') })),

  attribute: ({ names, value }, { attributes }) =>
    all(names, attributes)
      .filter(([, attribute]) => matches(value, attribute.value.trim()))
      .filter(([{ name }, attribute]) => attribute.name !== 'href' || /^(a|area)$/.test(name))
      .map(([element, { start: offset }]) => ({ element, offset })),

  at: ({ names }, { mail }) =>
    mail.sheets.flatMap(({ atRules, element: { notMso } }) =>
      atRules
        .filter(({ name, parent }) => names.includes(name) && !parent)
        .map(({ prelude, start: offset }) => {
          const address = /^(?:url\()?\s*["']?([^"')\s]*)/i.exec(prelude)?.[1];
          return { address, offset, notMso };
        }),
    ),

  selector: ({ value }, { sheetBlocks }) =>
    sheetBlocks
      .filter(({ block }) => matches(value, block.selector))
      .map((placed) => ({ ...placed, offset: placed.block.start })),

  generated: (_, { declarations }) =>
    all(['content'], declarations).filter(
      ({ block, declaration }) =>
        /::?(before|after)\b/i.test(block.selector.slice(0, maxValue)) && isText(declaration.value),
    ),

  'nested-rule': (_, { sheetBlocks }) =>
    sheetBlocks
      .filter(({ block }) => block.parent && !isUnclosed(block))
      .map((placed) => ({ ...placed, offset: placed.block.start })),

  address: ({ value }, { attributes, mail }) =>
    all(['src', 'background'], attributes)
      .filter(([{ name }, attribute]) => {
        const text = attribute.value.trim();
        return (
          (attribute.name === 'background' || /^(img|input)$/.test(name)) &&
          !mail.html.startsWith('{{', attribute.valueSpan.start) &&
          // The type stands at the end of an address; the start of a long `data:` address is enough.
          (matches(value, text) || matches(value, text.slice(-maxValue)))
        );
      })
      .map(([element, { start: offset }]) => ({ element, offset })),

  script: (_, { elements, attributes }) => [
    ...all(['script'], elements)
      .filter((element) => !/json/i.test(attributeValue(element, 'type')))
      .map(atTag),
    ...all(
      [...attributes.keys()].filter((name) => /^on[a-z]+$/.test(name)),
      attributes,
    ).map(([element, { start: offset }]) => ({ element, offset })),
  ],

  'wide-image': (_, { elements }) =>
    all(['img'], elements)
      .filter(
        (element) => !attributeOf(element, 'width') && element.style?.declarations.some(isWide),
      )
      .map(atTag),

  'gmail-style-size': (_, { mail }) => {
    let bytes = 0;
    const first = mail.sheets.find(({ element: { content } }) => {
      bytes += new TextEncoder().encode(mail.html.slice(content.start, content.end)).length;
      return bytes > gmailStyleBytes;
    });
    return first ? [{ offset: first.element.start }] : [];
  },

  'gmail-nested-at': (_, { mail }) =>
    mail.sheets.flatMap(({ atRules, blocks }) => {
      const nested = atRules.find(({ parent }) => parent);
      // A style element of its own loses nothing else.
      return nested && blocks.some(({ at }) => !at) ? [{ offset: nested.start }] : [];
    }),

  'gmail-style-error': (_, { mail }) =>
    mail.sheets.flatMap(({ errors }) => {
      const first = errors.reduce((one, other) => Math.min(one, other), Number.POSITIVE_INFINITY);
      return errors.length > 0 ? [{ offset: first }] : [];
    }),

  'gmail-style-in-body': (_, { mail }) => {
    const body = mail.elements.find(({ name }) => !headNames.test(name));
    return mail.sheets
      .filter(({ element }) => body && body.start < element.start)
      .map(({ element: { start: offset } }) => ({ offset }));
  },

  'outlook-comment': (_, { mail }) => {
    const conditional = mail.comments.filter(({ role }) => role === 'reveal' || role === 'end');
    return [
      ...mail.comments.filter(({ role }) => role === 'open'),
      ...conditional.filter(
        ({ role }, at) => role === 'reveal' && conditional[at + 1]?.role !== 'end',
      ),
    ].map(({ start: offset }) => ({ offset }));
  },

  'icon-font': (_, { mail }) => [
    ...mail.texts
      .filter(({ words }) => /[\ue000-\uf8ff]/.test(words))
      .map(({ element, start }) => ({ offset: element?.start ?? start })),
    ...mail.elements
      .filter(({ classes }) => classes.some((name) => iconClass.test(name)))
      .map(atTag),
  ],
};

/** The first bytes of all style elements together that Gmail keeps. */
export const gmailStyleBytes = 16_384;

const headNames = /^(html|head|title|meta|link|style|base|script|noscript)$/;

const iconClass =
  /^(fa|fa[srlbd]|fa-(solid|regular|brands|light)|material-icons(-\w+)?|material-symbols-\w+|glyphicon|bi|ion-icon|icon-font)$/;

const all = <Item>(names: readonly string[], by: ReadonlyMap<string, readonly Item[]>): Item[] =>
  names.flatMap((name) => by.get(name) ?? []);

const atTag = (element: MailElement) => ({ element, offset: element.start });

const attributeValue = (element: MailElement, name: string) =>
  attributeOf(element, name)?.value.trim() ?? '';

const matches = (pattern: RegExp | undefined, value: string) =>
  pattern?.test(value.slice(0, maxValue)) !== false;

/** Whether a value of `content` has words; an escape such as `\\2022` is a sign in most cases. */
const isText = (value: string) =>
  /^["'].*[\p{L}\p{N}]/su.test(value.slice(0, maxValue).replace(/\\[\da-f]{1,6}/gi, ''));

const isWide = ({ property, value }: Declaration) =>
  property === 'max-width' || (property === 'width' && value.startsWith('100%'));

/** The rule after one without its closing brace is not meant to be nested. */
function isUnclosed(block: StyleBlock): boolean {
  for (let each = block.parent; each; each = each.parent) if (each.isOpen) return true;
  return false;
}
