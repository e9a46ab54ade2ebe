import { type Found, maxValue, type Surroundings } from './guards.ts';
import { attributeOf, type MailElement, type MailSource, type StyleSheet } from './read-mail.ts';
import type { Declaration, StyleBlock } from './read-styles.ts';
import type { LookRule } from './rules.ts';

/** What a rule finds, before its guards. */
export type Place = Omit<Found, 'rule'>;

type Finder = (rule: LookRule, around: Surroundings) => Iterable<Place>;

/** Finds the places of a rule by its kind. */
export const finders: Record<string, Finder> = {
  *property({ names, value }, { mail }) {
    const isAny = names.includes('*');
    for (const each of stylesIn(mail)) {
      for (const declaration of each.block.declarations) {
        const { property } = declaration;
        if (isAny ? property.startsWith('--') : !names.includes(property)) continue;
        if (matches(value, declaration.value)) {
          yield { ...each, declaration, offset: declaration.start };
        }
      }
    }
  },
  *element({ names, attributes }, { mail }) {
    for (const element of mail.elements) {
      if (!names.includes(element.name)) continue;
      const has = ([name, value]: LookRule['attributes'][number]) =>
        matches(value, attributeOf(element, name)?.value.trim() ?? '');
      const address = attributeOf(element, 'href')?.value;
      if (attributes.every(has)) yield { element, address, offset: element.start };
    }
  },
  *attribute({ names, value }, { mail }) {
    for (const element of mail.elements) {
      for (const attribute of element.attributes) {
        if (!names.includes(attribute.name) || !matches(value, attribute.value.trim())) continue;
        if (attribute.name === 'href' && !/^(a|area)$/.test(element.name)) continue;
        yield { element, offset: attribute.start };
      }
    }
  },
  *at({ names }, { mail }) {
    for (const { atRules, element } of mail.sheets) {
      for (const { name, parent, prelude, start } of atRules) {
        if (!names.includes(name) || parent) continue;
        const address = /^(?:url\()?\s*["']?([^"')\s]*)/i.exec(prelude)?.[1];
        yield { address, offset: start, notMso: element.notMso };
      }
    }
  },
  *selector({ value }, { mail }) {
    for (const { block, notMso } of sheetStyles(mail)) {
      if (matches(value, block.selector)) yield { block, notMso, offset: block.start };
    }
  },
  *generated(_, { mail }) {
    for (const { block, notMso } of sheetStyles(mail)) {
      if (!/::?(before|after)\b/i.test(block.selector.slice(0, maxValue))) continue;
      const declaration = block.declarations.find(isWords);
      if (declaration) yield { block, declaration, notMso, offset: declaration.start };
    }
  },
  *'nested-rule'(_, { mail }) {
    for (const { block, notMso } of sheetStyles(mail)) {
      if (block.parent && !isUnclosed(block)) yield { block, notMso, offset: block.start };
    }
  },
  *address({ value }, { mail }) {
    for (const element of mail.elements) {
      for (const attribute of element.attributes) {
        const { name, hasTag, start, valueSpan } = attribute;
        const isAddress =
          name === 'background' || (name === 'src' && /^(img|input)$/.test(element.name));
        if (!isAddress || (hasTag && mail.html.startsWith('{{', valueSpan.start))) continue;
        // Its type stands at the end of an address; the start of a long `data:` address is enough.
        const text = attribute.value.trim();
        if (matches(value, text.slice(0, maxValue)) || matches(value, text.slice(-maxValue))) {
          yield { element, offset: start };
        }
      }
    }
  },
  *script(_, { mail }) {
    for (const element of mail.elements) {
      const { name, attributes, start } = element;
      const type = attributeOf(element, 'type')?.value ?? '';
      if (name === 'script' && !/json/i.test(type)) yield { element, offset: start };
      for (const attribute of attributes) {
        if (/^on[a-z]+$/.test(attribute.name)) yield { element, offset: attribute.start };
      }
    }
  },
  *'wide-image'(_, { mail }) {
    for (const element of mail.elements) {
      if (element.name !== 'img' || attributeOf(element, 'width') || !element.style) continue;
      const isWide = ({ property, value }: Declaration) =>
        property === 'max-width' || (property === 'width' && /^100%/.test(value));
      if (element.style.declarations.some(isWide)) yield { element, offset: element.start };
    }
  },
  *'gmail-style-size'(_, { mail }) {
    let bytes = 0;
    for (const { element } of mail.sheets) {
      const before = bytes;
      bytes += bytesOf(mail.html.slice(element.content.start, element.content.end));
      if (before <= gmailStyleBytes && bytes > gmailStyleBytes) yield { offset: element.start };
    }
  },
  *'gmail-nested-at'(_, { mail }) {
    for (const sheet of mail.sheets) {
      const nested = sheet.atRules.find(({ parent }) => parent);
      if (nested && !isOwnStyle(sheet)) yield { offset: nested.start };
    }
  },
  *'gmail-style-error'(_, { mail }) {
    for (const { errors } of mail.sheets) {
      const [first] = errors.toSorted((one, other) => one - other);
      if (first !== undefined) yield { offset: first };
    }
  },
  *'gmail-style-in-body'(_, { mail }) {
    const firstOfBody = mail.elements.find(({ name }) => !headNames.has(name));
    for (const { element } of mail.sheets) {
      if (firstOfBody && firstOfBody.start < element.start) yield { offset: element.start };
    }
  },
  *'outlook-comment'(_, { mail }) {
    let revealed: number | null = null;
    for (const { role, start } of mail.comments) {
      if (role === 'open') yield { offset: start };
      if (role === 'end') revealed = null;
      if (role !== 'reveal') continue;
      if (revealed !== null) yield { offset: revealed };
      revealed = start;
    }
    if (revealed !== null) yield { offset: revealed };
  },
  *'icon-font'(_, { mail }) {
    for (const { words, element, start } of mail.texts) {
      if (/[\ue000-\uf8ff]/.test(words)) yield { offset: element?.start ?? start };
    }
    for (const element of mail.elements) {
      if (element.classes.some((name) => iconClass.test(name))) {
        yield { element, offset: element.start };
      }
    }
  },
};

/** The first bytes of all style elements together that Gmail keeps. */
export const gmailStyleBytes = 16_384;

const headNames = new Set('html head title meta link style base script noscript'.split(' '));

const iconClass =
  /^(fa|fa[srlbd]|fa-(solid|regular|brands|light)|material-icons(-\w+)?|material-symbols-\w+|glyphicon|bi|ion-icon|icon-font)$/;

const bytesOf = (text: string) => new TextEncoder().encode(text).length;

function matches(pattern: RegExp | undefined, value: string): boolean {
  return pattern?.test(value.slice(0, maxValue)) !== false;
}

interface PlacedStyle {
  block: StyleBlock;
  element?: MailElement;
  notMso: boolean;
}

function* sheetStyles({ sheets }: MailSource): Iterable<PlacedStyle> {
  for (const { blocks, element } of sheets) {
    for (const block of blocks) yield { block, notMso: element.notMso };
  }
}

function* stylesIn(mail: MailSource): Iterable<PlacedStyle> {
  yield* sheetStyles(mail);
  for (const element of mail.elements) {
    const { style, notMso } = element;
    if (style) yield { block: style, element, notMso };
  }
}

const isWords = ({ property, value }: Declaration) =>
  property === 'content' && /^\s*["'].*[\p{L}\p{N}]/su.test(value.slice(0, maxValue));

/** The rule after one without its closing brace is not meant to be nested. */
function isUnclosed(block: StyleBlock): boolean {
  for (let each = block.parent; each; each = each.parent) if (each.isOpen) return true;
  return false;
}

/** Whether a style element has nothing but `@` rules. */
function isOwnStyle({ blocks }: StyleSheet): boolean {
  return blocks.every(({ at }) => at !== null);
}
