import { decided, readAddress, readCharacter, schemeFromValue } from './address-start.ts';
import { readDecoded } from './entity.ts';
import { valuesBefore } from './host-start.ts';
import type { AttributeKind } from './html-state.ts';

/** The callbacks for what a reader finds in values. */
export type Heard = {
  /** Called for each colon that makes a scheme of a value, with the colon's offset in the text. */
  readonly onScheme: (offset: number) => void;
  /** Called with the numbers of the placeholders whose values begin a host that the author's text continues. */
  readonly onHost: (indices: readonly number[]) => void;
};

/** The offset of a reader, and the callbacks for what it finds. */
type Reader = { readonly at: number; readonly reading: Heard };

/** What was read of an attribute's value, with one more character; null where nothing more has to be read. */
export function readAttribute(
  kind: AttributeKind,
  value: string,
  character: string,
  { at, reading }: Reader,
): string | null {
  if (kind === 'style') return hear(value, readStyleAttribute(value, character), at, reading);
  if (kind !== 'address' || value === decided) return null;
  const next = readAddress(value, character);
  hearOfHost(value, next, reading);
  if (next !== schemeFromValue) return next;
  reading.onScheme(at);
  return decided;
}

/** The same in a style element, where entities are text. */
export function readStyleElement(
  value: string,
  character: string,
  { at, reading }: Reader,
): string {
  return hear(value, readStyle(value, character), at, reading);
}

function hear(value: string, next: string, at: number, heard: Heard): string {
  hearOfHost(addressIn(value) ?? '', addressIn(next) ?? '', heard);
  if (next !== styleSchemeFromValue) return next;
  heard.onScheme(at);
  return styleDecided;
}

function hearOfHost(before: string, address: string, { onHost }: Heard): void {
  const values = valuesBefore(before, address);
  if (values.length > 0) onHost(values);
}

/** The state inside the brackets of `url()` begins with this; the beginning of the address follows. */
const bracket = 'url(';

/** A colon in these brackets makes a scheme of what a value printed. */
const styleSchemeFromValue = bracket + schemeFromValue;

/** The address in these brackets has begun. */
const styleDecided = bracket + decided;

/** How far `url(` and the beginning of its address were read in a style, with one more character. */
function readStyle(read: string, character: string): string {
  if (isInsideUrl(read)) return readUrl(read.slice(bracket.length), character);
  const letter = character.toLowerCase();
  if (bracket.startsWith(read + letter)) return read + letter;
  return letter === 'u' ? letter : '';
}

function readUrl(start: string, character: string): string {
  if (character === ')') return '';
  const isQuote = character === '"' || character === "'";
  return bracket + (isQuote ? start : readCharacter(start, character));
}

/** The same in a `style` attribute, where entities are decoded first. */
function readStyleAttribute(read: string, character: string): string {
  return readDecoded(read, character, {
    readCharacter: readStyle,
    readsEntities: () => true,
    signal: styleSchemeFromValue,
  });
}

/** Whether what was read of a style ends in the brackets of `url()`. */
function isInsideUrl(read: string): boolean {
  return read.startsWith(bracket);
}

/** What was read of an address in such brackets; null outside of them. */
export function addressIn(read: string): string | null {
  return isInsideUrl(read) ? read.slice(bracket.length) : null;
}

/** The state of a style inside the brackets of `url()`, with this beginning of an address. */
export function withAddress(start: string): string {
  return bracket + start;
}
