import { maxHostValues } from '../../limits.ts';
import { isSafeAt } from '../program/guard.ts';
import type { Guard } from '../program/program.ts';
import { excerpt } from '../syntax/excerpt.ts';
import type { PlaceholderTag } from '../syntax/piece.ts';
import { isDecided, isInEntity, leadsToProgram } from './address-start.ts';
import { withoutEntity } from './entity.ts';
import { guardInHost, hasTooManyValues, isInHost } from './host-start.ts';

/** The placeholder as problem messages show it. */
export function shownTag({ name, isRaw, isEncoded }: PlaceholderTag): string {
  if (isRaw) return `{{{${excerpt(name)}}}}`;
  return `{{${isEncoded ? '%' : ''}${excerpt(name)}}}`;
}

/** Judges a placeholder in an address, of which `start` was read before it. */
export function judgeAddress(start: string, tag: PlaceholderTag, shown: string): Judgement {
  if (isDecided(start)) return judgeHost(start, tag, shown);
  if (isInEntity(start)) {
    return refused(
      `The & before ${shown} may begin an entity that the value completes: write &amp;, or end the entity with a semicolon before ${shown}`,
    );
  }
  if (leadsToProgram(start)) {
    return refused(
      `${shown} is in an address that is run or shown as a document: begin the address with https://`,
    );
  }
  if (isInHost(start)) return judgeHost(start, tag, shown);
  if (start === '' && tag.isEncoded) return refusedBeginning(tag, shown);
  if (tag.default !== null && !isSafeAt('address', tag.default, true)) {
    return refused(
      `The default of ${shown} begins with a scheme that is not allowed: use https, http, mailto, tel, cid or no scheme`,
    );
  }
  return { guards: ['address'] };
}

/** Refuses an encoded value at the beginning of an address: browsers would not read its `:` and `/` as such. */
export function refusedBeginning({ name }: PlaceholderTag, shown: string): Judgement {
  return refused(
    `${shown} begins an address, and an encoded value is only a part of one: write {{${excerpt(name)}}} for a whole address, or the beginning of the address before it`,
  );
}

/** Judges a placeholder by the host, or the one slash, before it in the address. Without either it returns `free`. */
export function judgeHost(
  start: string,
  { default: text, isEncoded }: PlaceholderTag,
  shown: string,
): Judgement {
  if (hasTooManyValues(start)) {
    return refused(
      `${shown} is one of more than ${maxHostValues} values in the host of an address: write the host as one variable`,
    );
  }
  const guard = guardInHost(withoutEntity(start));
  if (guard === null) return free;
  if (guard === 'path' && isEncoded) {
    return refused(
      `${shown} follows the host of an address, and an encoded value has no / to end it: write / before ${shown}`,
    );
  }
  // Only the rendering knows whether an earlier value has ended the host. The reader reads a default after one slash.
  const isChecked = guard === 'path' || guard === 'port';
  if (!isChecked || text === null || isSafeAt(guard, text, true)) return { guards: [guard] };
  return refused(
    guard === 'path'
      ? `The default of ${shown} follows the host of an address: begin it with /, ? or #, or leave it empty`
      : `The default of ${shown} follows the host of an address and its colon: write a port number`,
  );
}

/** The problem of a default that is the first part of a host; null if there is none. */
export function problemOfHostPart(tag: PlaceholderTag): string | null {
  if (tag.default === null || isSafeAt('hostPart', tag.default, true)) return null;
  return `The default of ${shownTag(tag)} is part of the host of an address: write letters, digits, hyphens and dots`;
}

/** The checks that a placeholder's value must pass, or why it is forbidden at its place. */
export type Judgement = { readonly guards: readonly Guard[] } | { readonly problem: string };

export const free: Judgement = { guards: [] };

export function refused(problem: string): Judgement {
  return { problem };
}
