import { decided, readAddress, schemeFromValue } from './address-start.ts';
import { readDecoded } from './entity.ts';
import { valuesBefore } from './host-start.ts';
import type { AttributeKind } from './html-state.ts';
import { addressIn, isSignal, readStyle, withAddress } from './style-start.ts';

/** The callbacks for what a reader finds in values. */
export type ValueCallbacks = {
  /** Called for each colon that turns a value into a scheme, with the colon's offset in the text. */
  readonly onScheme: (offset: number) => void;
  /** Called with the numbers of the placeholders whose values begin a host that the author's text continues. */
  readonly onHost: (indices: readonly number[]) => void;
};

/** The offset of a reader, and the callbacks for what it finds. */
type Reader = { readonly at: number; readonly reading: ValueCallbacks };

/** The state after one more character of an attribute's value; null if the rest does not matter. */
export function readAttribute(
  kind: AttributeKind,
  value: string,
  character: string,
  { at, reading }: Reader,
): string | null {
  if (kind === 'style') return report(value, readStyleAttribute(value, character), at, reading);
  if (kind !== 'address' || value === decided) return null;
  const next = readAddress(value, character);
  reportHost(value, next, reading);
  if (next !== schemeFromValue) return next;
  reading.onScheme(at);
  return decided;
}

/** The same for a style element, in which entities are text. */
export function readStyleElement(
  value: string,
  character: string,
  { at, reading }: Reader,
): string {
  return report(value, readStyle(value, character), at, reading);
}

function report(value: string, next: string, at: number, callbacks: ValueCallbacks): string {
  reportHost(addressIn(value) ?? '', addressIn(next) ?? '', callbacks);
  if (!isSignal(next)) return next;
  callbacks.onScheme(at);
  return withAddress(next, decided);
}

function reportHost(before: string, address: string, { onHost }: ValueCallbacks): void {
  const values = valuesBefore(before, address);
  if (values.length > 0) onHost(values);
}

/** Reads a `style` attribute, whose entities are decoded first. */
function readStyleAttribute(read: string, character: string): string {
  return readDecoded(read, character, {
    readCharacter: readStyle,
    readsEntities: () => true,
    isSignal,
  });
}
