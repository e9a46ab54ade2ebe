import { maxHostValues } from '../../limits.ts';
import type { Guard } from '../program/program.ts';

/** The state in a host, up to its `/`, `?` or `#`; numbers of placeholders that begin it follow. */
export const hostOpen = '//';

/** The author wrote one slash: after a second one a host follows. */
export const oneSlash = '/-';

/** Values, which may be empty, after one slash. */
export const behindStep = '/-*';

/** A scheme that browsers do not run. */
export const scheme = '-:';

/** The next state of each after another slash, if a host may come; every other character begins a path. */
export const behindSlashes: ReadonlyMap<string, string> = new Map([
  [oneSlash, hostOpen],
  [behindStep, ''],
  [scheme, `${scheme}/`],
  [`${scheme}/`, hostOpen],
]);

/** The host as the author wrote it, up to a letter or a digit: a value after it may make another host of it. */
const hostWritten = '//a';

/** The colon after the host, and digits of the port. */
const port = '//:';

/** A value after the host, which may be empty. */
const behindHost = '//*';

/** Browsers read a backslash as a slash (WHATWG URL, section 4.4). */
export function isSlash(character: string): boolean {
  return character === '/' || character === '\\';
}

/** Whether what was read of an address ends in its host, or at the beginning of its host. */
export function isInHost(start: string): boolean {
  return start.startsWith(hostOpen);
}

/** How far the host was read, with one more character of the author's; null if that ends it. */
export function readHost(host: string, character: string): string | null {
  // More slashes than two are passed over.
  if (host === hostOpen && isSlash(character)) return host;
  if (isSlash(character) || /[?#]/.test(character)) return null;
  if (host === behindHost) return character === ':' ? port : host;
  if (valuesIn(host).length > 0) return readBehindValues(host, character);
  if (/[.@-]/.test(character)) return hostOpen;
  if (character === ':' && host === hostWritten) return port;
  return host === port && /\d/.test(character) ? port : hostWritten;
}

function readBehindValues(host: string, character: string): string | null {
  if (/[.@-]/.test(character)) return hostOpen;
  // A part of the host. Any other character is allowed only after a value that ends the host.
  if (/[\w%[\]]|[^\0-\x7f]/.test(character)) return hostWritten;
  return character === ':' ? host : null;
}

/** The numbers of the placeholders that begin a host (an entity may follow); none if the author's text follows. */
export function valuesIn(host: string): readonly number[] {
  if (!/^\/\/\d/.test(host)) return [];
  return host
    .slice(hostOpen.length)
    .split(',')
    .map((index) => Number.parseInt(index, 10));
}

/** The placeholders whose values are the first part of a host that the author's text continues. */
export function valuesBefore(host: string, next: string): readonly number[] {
  return isInHost(next) && valuesIn(next).length === 0 ? valuesIn(host) : [];
}

/** Whether a value follows the host, and nothing has ended the host since. */
export function isBehindHost(start: string): boolean {
  return start === behindHost;
}

/** The guard for a value at this point of an address; null if the value may choose the host, or none follows. */
export function guardInHost(host: string): Guard | null {
  if (host === oneSlash) return 'step';
  if (host === behindStep) return 'moreStep';
  if (host === hostWritten) return 'path';
  if (host === port) return 'port';
  return host === behindHost ? 'morePath' : null;
}

/** The host with the value of a placeholder, by its number. */
export function hostBehindValue(host: string, index: number): string {
  if (guardInHost(host) !== null) return behindHost;
  if (hasTooManyValues(host)) return host;
  // In a loop, the same placeholder comes again.
  return hostOpen + [...new Set([...valuesIn(host), index])].sort((a, b) => a - b).join(',');
}

/** Whether a host begins with as many values as are allowed. */
export function hasTooManyValues(host: string): boolean {
  return valuesIn(host).length >= maxHostValues;
}

/** The host in which a default is read. Only the rendering knows which values were printed before it. */
export function hostBeforeDefault(host: string): string {
  return guardInHost(host) === null ? host : behindHost;
}
