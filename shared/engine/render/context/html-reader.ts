import { isInEntity } from './address-start.ts';
import { readAttribute, readStyleElement, type ValueCallbacks } from './attribute-value.ts';
import { beginsCondition, dashes, kindOfDeclaration, readCdata, readComment } from './comment.ts';
import type { HtmlState } from './html-state.ts';
import {
  isRawToSome,
  kindOfAttribute,
  makesRawTextUnsure,
  maxNameCharacters,
  nameEnd,
  rawTextOf,
  whiteSpace,
} from './names.ts';
import { isDoubleEscaped, readScript } from './script-data.ts';

/** The input that all readers of a text share. */
export type Reading = ValueCallbacks & {
  readonly text: string;
  /** Whether to read the content of `<!--[if mso]>` as HTML, as Outlook does. */
  readonly seesConditions: boolean;
};

/** Reads HTML as the HTML standard's tokenizer does. */
export class HtmlReader {
  at: number;
  private now: { -readonly [Field in keyof HtmlState]: HtmlState[Field] };
  /** The second possible state at this point. */
  private other: HtmlState | null = null;
  readonly reading: Reading;

  constructor(state: HtmlState, at: number, reading: Reading) {
    this.at = at;
    this.now = { ...state };
    this.reading = reading;
  }

  /** Reads to the end or to two ways to read on; with `stopsAtSigns` at most past `<` or `>`. Returns the states. */
  read(stopsAtSigns: boolean): readonly HtmlState[] {
    while (this.at < this.reading.text.length && this.other === null) {
      this.step(this.reading.text.charAt(this.at));
      this.at++;
      if (stopsAtSigns && /[<>]/.test(this.reading.text.charAt(this.at - 1))) break;
    }
    const { other } = this;
    this.other = null;
    return other === null ? [{ ...this.now }] : [{ ...this.now }, other];
  }

  private step(character: string): void {
    switch (this.now.place) {
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
      case 'single-quoted':
        this.readValue(character, this.now.place === 'double-quoted' ? '"' : "'");
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
        this.readUpTo(readComment(this.now.value, character), '-');
        break;
      case 'cdata':
        this.readUpTo(readCdata(this.now.value, character), ']');
        break;
      case 'condition':
      case 'bogus comment':
        this.skipTo('>', 'text');
        break;
    }
  }

  /** Goes to the next `character`, at which `place` begins, or to the end of the text. */
  private skipTo(character: string, place: HtmlState['place']): void {
    const found = this.reading.text.indexOf(character, this.at);
    if (found === -1) this.at = this.reading.text.length;
    else this.enter(place, found);
  }

  private enter(place: HtmlState['place'], at = this.at): void {
    this.now.place = place;
    this.now.name = '';
    this.at = at;
  }

  private openTag(character: string): void {
    const isEnd = this.now.place === 'end tag open';
    if (/[a-z]/i.test(character)) {
      this.enter('tag name');
      // An end tag opens no element, whatever its name is.
      this.now.name = isEnd ? '/' : character.toLowerCase();
    } else if (character === '/' && !isEnd) this.enter('end tag open');
    else if (/[!?]/.test(character) && !isEnd) {
      this.enter('declaration');
      // Some parsers make a processing instruction of `<?`, others a comment: it depends on the next character.
      this.now.name = character === '?' ? character : '';
    } else if (character === '>' && isEnd) this.enter('text');
    else if (isEnd) this.enter('bogus comment', this.at - 1);
    else this.enter('text', this.at - 1);
  }

  private readTagName(character: string): void {
    if (nameEnd.test(character)) {
      this.now.element = rawTextOf(this.now.name);
      if (makesRawTextUnsure(this.now.name)) this.now.rawIsUnsure = true;
      this.enter('in tag', this.at - 1);
    } else this.addToName(character);
  }

  private addToName(character: string): void {
    if (this.now.name.length < maxNameCharacters) this.now.name += character.toLowerCase();
  }

  private readInTag(character: string): void {
    if (character === '>') this.closeTag();
    else if (character === '/') this.enter('in tag');
    else if (whiteSpace.test(character)) {
      if (this.now.place === 'attribute name') this.now.place = 'after attribute name';
    } else if (character === '=' && this.now.place !== 'in tag') {
      this.now.attribute = kindOfAttribute(this.now.name);
      this.now.place = 'before value';
    } else {
      if (this.now.place !== 'attribute name') this.enter('attribute name');
      this.addToName(character);
    }
  }

  private closeTag(): void {
    this.endValue();
    this.enter(this.now.element === '' ? 'text' : 'raw text');
    if (this.now.element === '' || !(this.now.rawIsUnsure || isRawToSome(this.now.element))) return;
    this.other = { ...this.now, place: 'text', element: '' };
  }

  private openValue(character: string): void {
    if (whiteSpace.test(character)) return;
    if (character === '>') this.closeTag();
    else if (character === '"') this.enter('double-quoted');
    else if (character === "'") this.enter('single-quoted');
    else {
      this.now.place = 'unquoted';
      this.at--;
    }
  }

  private readValue(character: string, quote: string): void {
    if (character === quote) this.closeValue(character);
    else {
      const value = readAttribute(this.now.attribute, this.now.value, character, this);
      if (value === null) this.passOver(quote);
      else this.now.value = value;
    }
  }

  /** The closing quote also ends an entity that lacks its semicolon. */
  private closeValue(quote: string): void {
    const { attribute, value } = this.now;
    if (attribute === 'address' && isInEntity(value)) readAttribute(attribute, value, quote, this);
    this.endValue();
  }

  /** Skips to the next `character`, or to the end of the text. */
  private passOver(character: string): void {
    const found = this.reading.text.indexOf(character, this.at);
    this.at = (found === -1 ? this.reading.text.length : found) - 1;
  }

  private endValue(): void {
    this.now.attribute = 'plain';
    this.now.value = '';
    this.enter('in tag');
  }

  private readUnquoted(character: string): void {
    if (character === '>') this.closeTag();
    else if (whiteSpace.test(character)) this.endValue();
  }

  private readRawText(character: string): void {
    const isName = this.now.place === 'raw text name';
    if (isName && nameEnd.test(character) && this.now.name === this.now.element) {
      this.now.element = '';
      this.endValue();
      this.at--;
    } else if (this.now.element === 'script' || this.now.element === 'style')
      this.readCode(character);
    else if (this.now.place === 'raw text') this.skipTo('<', 'raw text open');
    else this.readRawTag(character);
  }

  private readCode(character: string): void {
    const isStyle = this.now.element === 'style';
    this.now.value = isStyle
      ? readStyleElement(this.now.value, character, this)
      : readScript(this.now.value, character);
    if (isStyle || !isDoubleEscaped(this.now.value)) this.readRawTag(character);
    else this.enter('raw text');
  }

  private readRawTag(character: string): void {
    if (character === '<') this.enter('raw text open');
    else if (character === '/' && this.now.place === 'raw text open') this.enter('raw text name');
    else if (/[a-z]/i.test(character) && this.now.place === 'raw text name')
      this.addToName(character);
    else this.enter('raw text');
  }

  private openDeclaration(character: string): void {
    this.now.name += character;
    const kind = kindOfDeclaration(this.now.name);
    if (kind === 'comment') this.openComment();
    else if (kind === 'cdata') this.openCdata();
    else if (kind !== undefined) this.enter(kind, this.at - 1);
  }

  private openComment(): void {
    const isCondition =
      this.reading.seesConditions && beginsCondition(this.reading.text, this.at + 1);
    this.enter(isCondition ? 'condition' : 'comment');
    this.now.value = isCondition ? '' : dashes;
  }

  private openCdata(): void {
    this.enter('bogus comment');
    if (this.now.rawIsUnsure) this.other = { ...this.now, place: 'cdata' };
  }

  private readUpTo(end: string | null, sign: string): void {
    this.now.value = end ?? '';
    if (end === null) this.enter('text');
    else if (end === '') this.passOver(sign);
  }
}
