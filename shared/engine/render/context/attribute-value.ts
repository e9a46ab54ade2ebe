import { decided, readAddress, schemeFromValue } from './address-start.ts';
import { valuesBefore } from './host-start.ts';
import type { AttributeKind } from './html-state.ts';
import {
  addressIn,
  readStyle,
  readStyleAttribute,
  styleDecided,
  styleSchemeFromValue,
} from './style-part.ts';

/** What the author is told of while values are read. */
export type Heard = {
  /** Told of each colon that makes a scheme of a value, by its offset in the text. */
  readonly onScheme: (offset: number) => void;
  /** Told of the placeholders whose values begin a host that the author goes on with, by their numbers. */
  readonly onHost: (indices: readonly number[]) => void;
};

/** A reader: at which offset it is, and who hears of what it finds. */
type Reader = { readonly at: number; readonly reading: Heard };

/** What was read of an attribute's value, with the character at an offset; null where no more has to be. */
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
