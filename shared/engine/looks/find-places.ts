import { type Found, maxValue } from './guards.ts';
import { attributeOf, type MailElement, type MailSource } from './read-mail.ts';
import type { Declaration } from './read-styles.ts';
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
      .map((element) => ({ ...placeOf(element), address: attributeValue(element, 'href') })),

  attribute: ({ names, value }, { attributes }) =>
    all(names, attributes)
      .filter(([, attribute]) => matches(value, attribute.value.trim()))
      .filter(([{ name }, attribute]) => attribute.name !== 'href' || /^(a|area)$/.test(name))
      .map(([element, span]) => ({ element, span })),

  at: ({ names }, { mail }) =>
    mail.sheets.flatMap(({ atRules }) =>
      atRules
        .filter(({ name, parent }) => names.includes(name) && !parent)
        .map((span) => {
          const address = /^(?:url\()?\s*["']?([^"')\s]*)/i.exec(span.prelude)?.[1];
          return { address, span };
        }),
    ),

  selector: ({ value }, { sheetBlocks }) =>
    sheetBlocks
      .filter(({ block }) => matches(value, block.selector))
      .map((placed) => ({ ...placed, span: placed.block })),

  generated: (_, { declarations }) =>
    all(['content'], declarations).filter(
      ({ block, declaration }) =>
        /::?(before|after)\b/i.test(block.selector.slice(0, maxValue)) && isText(declaration.value),
    ),

  'nested-rule': (_, { sheetBlocks }) =>
    sheetBlocks
      .filter(({ block }) => block.isNested)
      .map((placed) => ({ ...placed, span: placed.block })),

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
      .map(([element, span]) => ({ element, span })),

  script: (_, { elements, attributes }) => [
    ...all(['script'], elements)
      .filter((element) => !/json/i.test(attributeValue(element, 'type')))
      .map(placeOf),
    ...all(
      [...attributes.keys()].filter((name) => /^on[a-z]+$/.test(name)),
      attributes,
    ).map(([element, span]) => ({ element, span })),
  ],

  'wide-image': (_, { elements }) =>
    all(['img'], elements)
      .filter(
        (element) => !attributeOf(element, 'width') && element.style?.declarations.some(isWide),
      )
      .map(placeOf),

  'gmail-style-size': (_, { mail }) =>
    longStyles(mail)
      .slice(0, 1)
      .map((span) => ({ span })),

  'gmail-nested-at': (_, { mail }) =>
    mail.sheets.flatMap(({ atRules, blocks }) => {
      const nested = atRules.find(({ parent }) => parent);
      // A style element of its own loses nothing else.
      return nested && blocks.some(({ at }) => !at) ? [{ span: nested }] : [];
    }),

  'gmail-style-error': (_, { mail }) =>
    mail.sheets.flatMap(({ error }) =>
      error === null ? [] : { span: { start: error, end: error } },
    ),

  'gmail-style-in-body': (_, { mail }) => stylesInBody(mail).map((span) => ({ span })),

  'outlook-comment': (_, { mail }) => {
    const conditional = mail.comments.filter(({ role }) => role === 'reveal' || role === 'end');
    return [
      ...mail.comments.filter(({ role }) => role === 'open'),
      ...conditional.filter(
        ({ role }, at) => role === 'reveal' && conditional[at + 1]?.role !== 'end',
      ),
    ].map((span) => ({ span }));
  },

  'icon-font': (_, { mail }) => [
    ...mail.texts
      .filter(({ words }) => /[\ue000-\uf8ff]/.test(words))
      .map((text) => ({ span: text.element ?? text })),
    ...mail.elements
      .filter(({ classes }) => classes.some((name) => iconClass.test(name)))
      .map(placeOf),
  ],
};

/** The style elements from the one on with which all pass the 16 KB that Gmail keeps. */
export function longStyles({ html, sheets }: MailSource): MailElement[] {
  let bytes = 0;
  return sheets.flatMap(({ element }) => {
    const { start, end } = element.content;
    bytes += new TextEncoder().encode(html.slice(start, end)).length;
    return bytes > 16_384 ? element : [];
  });
}

/** The style elements below the head. */
export function stylesInBody({ elements, sheets }: MailSource): MailElement[] {
  const body = elements.find(({ name }) => !headNames.test(name));
  return sheets.flatMap(({ element }) => (body && body.start < element.start ? element : []));
}

const headNames = /^(html|head|title|meta|link|style|base|script|noscript)$/;

const iconClass =
  /^(fa|fa[srlbd]|fa-(solid|regular|brands|light)|material-icons(-\w+)?|material-symbols-\w+|glyphicon|bi|ion-icon|icon-font)$/;

const all = <Item>(names: readonly string[], by: ReadonlyMap<string, readonly Item[]>): Item[] =>
  names.flatMap((name) => by.get(name) ?? []);

const placeOf = (element: MailElement) => ({ element, span: element });

const attributeValue = (element: MailElement, name: string) =>
  attributeOf(element, name)?.value.trim() ?? '';

const matches = (pattern: RegExp | null, value: string) =>
  pattern?.test(value.slice(0, maxValue)) !== false;

/** Whether a value of `content` has words; an escape such as `\\2022` is a sign in most cases. */
const isText = (value: string) =>
  /^["'].*[\p{L}\p{N}]/su.test(value.slice(0, maxValue).replace(/\\[\da-f]{1,6}/gi, ''));

const isWide = ({ property, value }: Declaration) =>
  property === 'max-width' || (property === 'width' && value.startsWith('100%'));
