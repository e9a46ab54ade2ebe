import { decided, readAddress, schemeFromValue } from './address-start.ts';
import { readDecoded } from './entity.ts';
import { valuesBefore } from './host-start.ts';
import type { AttributeKind } from './html-state.ts';
import { addressIn, isSignal, readStyle, withAddress } from './style-start.ts';

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
  if (!isSignal(next)) return next;
  heard.onScheme(at);
  return withAddress(next, decided);
}

function hearOfHost(before: string, address: string, { onHost }: Heard): void {
  const values = valuesBefore(before, address);
  if (values.length > 0) onHost(values);
}

/** Reads a `style` attribute, where entities are decoded first. */
function readStyleAttribute(read: string, character: string): string {
  return readDecoded(read, character, {
    readCharacter: readStyle,
    readsEntities: () => true,
    isSignal,
  });
}
