import { mayStand } from '../program/guard.ts';
import type { Guard } from '../program/program.ts';
import { excerpt } from '../syntax/excerpt.ts';
import type { PlaceholderTag } from '../syntax/piece.ts';
import { isDecided, isInEntity, leadsToProgram } from './address-start.ts';
import { withoutEntity } from './entity.ts';
import { guardInHost, isInHost } from './host-start.ts';

/** A placeholder as problems name it. */
export function shownTag({ name, isRaw }: PlaceholderTag): string {
  return isRaw ? `{{{${excerpt(name)}}}}` : `{{${excerpt(name)}}}`;
}

/** Judges a placeholder in an attribute that holds an address, by what was read of that. */
export function judgeAddress(start: string, tag: PlaceholderTag, shown: string): Judgement {
  if (isDecided(start)) return free;
  if (isInEntity(start)) {
    return refused(
      `The & before ${shown} may begin an entity that the value ends: write &amp;, or end the entity with a semicolon before ${shown}`,
    );
  }
  if (leadsToProgram(start)) {
    return refused(
      `${shown} is in an address that is run or shown as a document: begin the address with https://`,
    );
  }
  if (isInHost(start)) return judgeHost(start, tag, shown);
  if (tag.default !== null && !mayStand('address', tag.default, true)) {
    return refused(
      `The default of ${shown} begins with a scheme that mails have no use for: write one with https, http, mailto, tel or cid, or none`,
    );
  }
  return { guards: ['address'] };
}

/** Judges a placeholder by the host that an address has so far, if it has one. */
export function judgeHost(
  start: string,
  { default: text }: PlaceholderTag,
  shown: string,
): Judgement {
  const guard = isInHost(start) ? guardInHost(withoutEntity(start)) : null;
  if (guard === null) return free;
  // Whether a value before has ended the host is known when the mail is rendered.
  if (guard === 'morePath' || text === null || mayStand(guard, text, true))
    return { guards: [guard] };
  return refused(
    guard === 'path'
      ? `The default of ${shown} follows the host of an address: begin it with /, ? or #, or leave it empty`
      : `The default of ${shown} follows the host of an address and its colon: write a port number`,
  );
}

/** What is wrong with a default that is the first part of a host; null if nothing is. */
export function problemOfHostPart(tag: PlaceholderTag): string | null {
  if (tag.default === null || mayStand('hostPart', tag.default, true)) return null;
  return `The default of ${shownTag(tag)} is part of the host of an address: write letters, digits, hyphens and dots`;
}

/** What a placeholder's place asks of its value: nothing, some checks, or that it stands elsewhere. */
export type Judgement = { readonly guards: readonly Guard[] } | { readonly problem: string };

export const free: Judgement = { guards: [] };

export function refused(problem: string): Judgement {
  return { problem };
}
