import { decided, readAddress, schemeFromValue } from './address-start.ts';
import type { HtmlState } from './html-state.ts';
import { kindOfAttribute, maxNameCharacters, rawTextOf } from './names.ts';
import { readStyle, styleDecided, styleSchemeFromValue } from './style-part.ts';

/** The end of a comment, read so far. `<!-->` and `<!--->` are whole comments. */
const dashes = '--';

/** Told of each colon that makes a scheme of a value, by its offset in the text. */
export type OnScheme = (offset: number) => void;

/**
 * Reads a stretch of HTML from a state on, as the HTML standard's tokenizer does, each character
 * once. With `seesConditions` it reads like Outlook what stands in `<!--[if mso]>`.
 */
export function readHtml(
  state: HtmlState,
  text: string,
  seesConditions: boolean,
  onScheme: OnScheme,
): HtmlState {
  const reader = new HtmlReader(state, text, seesConditions, onScheme);
  return reader.read();
}

class HtmlReader {
  private place;
  private name;
  private element;
  private attribute;
  private value;
  private at = 0;
  private readonly text: string;
  private readonly seesConditions: boolean;
  private readonly onScheme: OnScheme;

  constructor(state: HtmlState, text: string, seesConditions: boolean, onScheme: OnScheme) {
    this.place = state.place;
    this.name = state.name;
    this.element = state.element;
    this.attribute = state.attribute;
    this.value = state.value;
    this.text = text;
    this.seesConditions = seesConditions;
    this.onScheme = onScheme;
  }

  read(): HtmlState {
    for (; this.at < this.text.length; this.at++) this.step(this.text.charAt(this.at));
    const { place, name, element, attribute, value } = this;
    return { place, name, element, attribute, value };
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
    if (/[\s/>]/.test(character)) {
      this.element = rawTextOf(this.name);
      this.enter('in tag', this.at - 1);
    } else this.addToName(character);
  }

  private addToName(character: string): void {
    if (this.name.length < maxNameCharacters) this.name += character.toLowerCase();
  }

  private readInTag(character: string): void {
    if (character === '>') this.closeTag();
    else if (character === '/') this.enter('in tag');
    else if (/\s/.test(character)) {
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
  }

  private openValue(character: string): void {
    if (/\s/.test(character)) return;
    if (character === '>') this.closeTag();
    else if (character === '"') this.enter('double-quoted');
    else if (character === "'") this.enter('single-quoted');
    else {
      this.place = 'unquoted';
      this.at--;
    }
  }

  private readValue(character: string, quote: string): void {
    if (character === quote) this.endValue();
    else if (this.attribute === 'style') this.readStyle(character);
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
    else if (/\s/.test(character)) this.endValue();
  }

  private readRawText(character: string): void {
    if (this.place === 'raw text') this.readRaw(character);
    else if (this.place === 'raw text open') {
      if (character === '/') this.enter('raw text name');
      else this.enter('raw text', this.at - 1);
    } else if (/[a-z]/i.test(character)) this.addToName(character);
    else if (/[\s/>]/.test(character) && this.name === this.element) {
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
    if (character !== '-') {
      this.enter('bogus comment', this.at - 1);
      return;
    }
    this.name += character;
    if (this.name !== dashes) return;
    const isCondition =
      this.seesConditions && /^\[if\b/i.test(this.text.slice(this.at + 1, this.at + 5));
    this.enter(isCondition ? 'condition' : 'comment');
    this.value = isCondition ? '' : dashes;
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
