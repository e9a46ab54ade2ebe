import { decided, isInEntity, readAddress, schemeFromValue } from './address-start.ts';
import type { HtmlState } from './html-state.ts';
import {
  isRawToSome,
  kindOfAttribute,
  makesRawTextUnsure,
  maxNameCharacters,
  rawTextOf,
} from './names.ts';
import { readStyle, styleDecided, styleSchemeFromValue } from './style-part.ts';

/** The end of a comment, read so far. `<!-->` and `<!--->` are whole comments. */
const dashes = '--';

/** What follows in a declaration that is a section of characters in SVG and MathML, and a comment elsewhere. */
const cdata = '[CDATA[';

/** The end of such a section, read so far. */
const brackets = ']]';

/** HTML's own white space (HTML standard, "ASCII whitespace"); `\s` has more, U+00A0 among it. */
const whiteSpace = /[\t\n\f\r ]/;

/** What ends the name of a tag. */
const nameEnd = /[\t\n\f\r />]/;

/** Told of each colon that makes a scheme of a value, by its offset in the text. */
export type OnScheme = (offset: number) => void;

/** What all readers of a text have in common. */
export type Reading = {
  readonly text: string;
  /** Reads like Outlook what stands in `<!--[if mso]>`. */
  readonly seesConditions: boolean;
  readonly onScheme: OnScheme;
};

/** Reads HTML as the HTML standard's tokenizer does. */
export class HtmlReader {
  at: number;
  private place;
  private name;
  private element;
  private attribute;
  private value;
  private rawIsUnsure;
  /** The other state in which the text may be read on from here. */
  private other: HtmlState | null = null;
  private readonly text: string;
  private readonly seesConditions: boolean;
  private readonly onScheme: OnScheme;

  constructor(state: HtmlState, at: number, { text, seesConditions, onScheme }: Reading) {
    this.at = at;
    this.place = state.place;
    this.name = state.name;
    this.element = state.element;
    this.attribute = state.attribute;
    this.value = state.value;
    this.rawIsUnsure = state.rawIsUnsure;
    this.text = text;
    this.seesConditions = seesConditions;
    this.onScheme = onScheme;
  }

  /**
   * Reads to the end of the text, or to where it may be read on in two ways; with `stopsAtSigns`
   * no further than behind the next `<` or `>`. Returns the states in which it may be read on.
   */
  read(stopsAtSigns: boolean): readonly HtmlState[] {
    while (this.at < this.text.length && this.other === null) {
      this.step(this.text.charAt(this.at));
      this.at++;
      if (stopsAtSigns && /[<>]/.test(this.text.charAt(this.at - 1))) break;
    }
    const { other } = this;
    this.other = null;
    return other === null ? [this.state()] : [this.state(), other];
  }

  private state(): HtmlState {
    const { place, name, element, attribute, value, rawIsUnsure } = this;
    return { place, name, element, attribute, value, rawIsUnsure };
  }

  private step(character: string): void {
    switch (this.place) {
      case 'text':
        this.skipTo('<', 'tag open');
        break;
      case 'tag open':
      case 'end tag open':
        this.openTag(character);
        break;
      case 'tag name':
        this.readTagName(character);
        break;
      case 'in tag':
      case 'attribute name':
      case 'after attribute name':
        this.readInTag(character);
        break;
      case 'before value':
        this.openValue(character);
        break;
      case 'double-quoted':
        this.readValue(character, '"');
        break;
      case 'single-quoted':
        this.readValue(character, "'");
        break;
      case 'unquoted':
        this.readUnquoted(character);
        break;
      case 'raw text':
      case 'raw text open':
      case 'raw text name':
        this.readRawText(character);
        break;
      case 'declaration':
        this.openDeclaration(character);
        break;
      case 'comment':
        this.readComment(character);
        break;
      case 'cdata':
        this.readCdata(character);
        break;
      case 'condition':
      case 'bogus comment':
        this.skipTo('>', 'text');
        break;
    }
  }

  /** Goes to the next `character`, where the place changes, or to the end of the text. */
  private skipTo(character: string, place: HtmlState['place']): void {
    const found = this.text.indexOf(character, this.at);
    if (found === -1) this.at = this.text.length;
    else this.enter(place, found);
  }

  private enter(place: HtmlState['place'], at = this.at): void {
    this.place = place;
    this.name = '';
    this.at = at;
  }

  private openTag(character: string): void {
    const isEnd = this.place === 'end tag open';
    if (/[a-z]/i.test(character)) {
      this.enter('tag name');
      // An end tag opens no element, whatever its name is.
      this.name = isEnd ? '/' : character.toLowerCase();
    } else if (character === '/' && !isEnd) this.enter('end tag open');
    else if (character === '!' && !isEnd) this.enter('declaration');
    else if (character === '>' && isEnd) this.enter('text');
    else if (character === '?' || isEnd) this.enter('bogus comment', this.at - 1);
    else this.enter('text', this.at - 1);
  }

  private readTagName(character: string): void {
    if (nameEnd.test(character)) {
      this.element = rawTextOf(this.name);
      if (makesRawTextUnsure(this.name)) this.rawIsUnsure = true;
      this.enter('in tag', this.at - 1);
    } else this.addToName(character);
  }

  private addToName(character: string): void {
    if (this.name.length < maxNameCharacters) this.name += character.toLowerCase();
  }

  private readInTag(character: string): void {
    if (character === '>') this.closeTag();
    else if (character === '/') this.enter('in tag');
    else if (whiteSpace.test(character)) {
      if (this.place === 'attribute name') this.place = 'after attribute name';
    } else if (character === '=' && this.place !== 'in tag') {
      this.attribute = kindOfAttribute(this.name);
      this.place = 'before value';
    } else {
      if (this.place !== 'attribute name') this.enter('attribute name');
      this.addToName(character);
    }
  }

  private closeTag(): void {
    this.attribute = 'plain';
    this.value = '';
    this.enter(this.element === '' ? 'text' : 'raw text');
    if (this.element === '' || !(this.rawIsUnsure || isRawToSome(this.element))) return;
    this.other = { ...this.state(), place: 'text', element: '' };
  }

  private openValue(character: string): void {
    if (whiteSpace.test(character)) return;
    if (character === '>') this.closeTag();
    else if (character === '"') this.enter('double-quoted');
    else if (character === "'") this.enter('single-quoted');
    else {
      this.place = 'unquoted';
      this.at--;
    }
  }

  private readValue(character: string, quote: string): void {
    if (character === quote) {
      // An entity may lack its semicolon: the quote ends it.
      if (isInEntity(this.value)) this.readAddress(character);
      this.endValue();
    } else if (this.attribute === 'style') this.readStyle(character);
    else if (this.attribute === 'address' && this.value !== decided) this.readAddress(character);
    else {
      const end = this.text.indexOf(quote, this.at);
      this.at = (end === -1 ? this.text.length : end) - 1;
    }
  }

  private readAddress(character: string): void {
    this.value = readAddress(this.value, character);
    if (this.value !== schemeFromValue) return;
    this.onScheme(this.at);
    this.value = decided;
  }

  private readStyle(character: string): void {
    this.value = readStyle(this.value, character);
    if (this.value !== styleSchemeFromValue) return;
    this.onScheme(this.at);
    this.value = styleDecided;
  }

  private endValue(): void {
    this.attribute = 'plain';
    this.value = '';
    this.enter('in tag');
  }

  private readUnquoted(character: string): void {
    if (character === '>') this.closeTag();
    else if (whiteSpace.test(character)) this.endValue();
  }

  private readRawText(character: string): void {
    if (this.place === 'raw text') this.readRaw(character);
    else if (this.place === 'raw text open') {
      if (character === '/') this.enter('raw text name');
      else this.enter('raw text', this.at - 1);
    } else if (/[a-z]/i.test(character)) this.addToName(character);
    else if (nameEnd.test(character) && this.name === this.element) {
      this.element = '';
      this.value = '';
      this.enter('in tag', this.at - 1);
    } else this.enter('raw text', this.at - 1);
  }

  private readRaw(character: string): void {
    if (this.element !== 'style') this.skipTo('<', 'raw text open');
    else if (character === '<') this.enter('raw text open');
    else this.readStyle(character);
  }

  private openDeclaration(character: string): void {
    this.name += character;
    if (this.name === dashes) this.openComment();
    else if (this.name === cdata) this.openCdata();
    else if (!dashes.startsWith(this.name) && !cdata.startsWith(this.name)) {
      this.enter('bogus comment', this.at - 1);
    }
  }

  private openComment(): void {
    const isCondition =
      this.seesConditions && /^\[if\b/i.test(this.text.slice(this.at + 1, this.at + 5));
    this.enter(isCondition ? 'condition' : 'comment');
    this.value = isCondition ? '' : dashes;
  }

  private openCdata(): void {
    this.enter('bogus comment');
    if (this.rawIsUnsure) this.other = { ...this.state(), place: 'cdata' };
  }

  private readCdata(character: string): void {
    if (character === ']') this.value = this.value === '' ? character : brackets;
    else if (character === '>' && this.value === brackets) {
      this.value = '';
      this.enter('text');
    } else {
      this.value = '';
      const bracket = this.text.indexOf(']', this.at);
      this.at = (bracket === -1 ? this.text.length : bracket) - 1;
    }
  }

  private readComment(character: string): void {
    if (character === '>' && this.value.startsWith(dashes)) {
      this.value = '';
      this.enter('text');
    } else if (character === '-') {
      this.value = this.value === '' || this.value.endsWith('!') ? '-' : dashes;
    } else if (character === '!' && this.value === dashes) this.value += character;
    else {
      this.value = '';
      const dash = this.text.indexOf('-', this.at);
      this.at = (dash === -1 ? this.text.length : dash) - 1;
    }
  }
}
