import { type Refusal, type RefusalCode, refuse } from '../../errors.ts';
import type { Guard, GuardedStep } from './program.ts';

/** By far the most addresses begin with one of the schemes that need no second look. */
const usual = /^(?:https?|mailto|tel|cid):/i;

const schemes: ReadonlySet<string> = new Set(['http', 'https', 'mailto', 'tel', 'cid']);

/**
 * Whether a text may begin an address: it has one of the schemes that mails need, or none. A colon
 * before any `/`, `?` or `#` makes a scheme (RFC 3986 §4.2), and browsers read it through leading
 * control characters, tabs and line breaks (WHATWG URL, section 4.4). As `isHtml` it may hold
 * entities, and one in that place is no scheme that a reader could check.
 */
export function isAddress(text: string, isHtml: boolean): boolean {
  if (usual.test(text)) return true;
  const at = text.search(isHtml ? /[:/?#\\&]/ : /[:/?#\\]/);
  const sign = text.charAt(at);
  if (at === -1 || (sign !== ':' && sign !== '&')) return true;
  const scheme = text
    .slice(0, at)
    .replace(/[\t\n\r]/g, '')
    .replace(leading, '');
  return sign === ':' && schemes.has(scheme.toLowerCase());
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: browsers pass over them
const leading = /^[\u0000-\u0020]+/;

/** Colours that are written as functions. */
const colour = /(?:rgb|hsl)a?\([\d\s.,%/+-]*\)/gi;

/** Colours, lengths, numbers and names; in ASCII, as old engines read other letters as these. */
function isPlainStyle(text: string): boolean {
  return !/[^\w\s#.,%+/-]|\/\//.test(text.replace(colour, ''));
}

/** An address that cannot end the brackets, the quotes or the declaration around it. */
function isStyleAddress(text: string): boolean {
  return isAddress(text, false) && !/[^\w.~:/?#@!$&*+,=%[\]-]/.test(text);
}

/** What ends the host of an address, or ends the address where it is empty. */
const path = /^(?:[/?#]|$)/;

/** A port, with or without what ends the host behind it. */
const port = /^\d*(?:[/?#]|$)/;

/** In ASCII: other letters may become a slash or a dot in programs that read names by Unicode. */
const hostPart = /^[\w.-]*$/;

/** Whether a value may be printed where its placeholder stands. */
export function mayStand(guard: Guard, text: string, isRaw: boolean): boolean {
  switch (guard) {
    case 'address':
      return isAddress(text, isRaw);
    case 'style':
      return isPlainStyle(text);
    case 'styleAddress':
      return isStyleAddress(text);
    case 'path':
    case 'morePath':
      return path.test(text);
    case 'port':
      return port.test(text);
    case 'hostPart':
      return hostPart.test(text);
  }
}

const codes = {
  address: 'unsafeAddress',
  style: 'unsafeStyle',
  styleAddress: 'unsafeAddress',
  path: 'unsafePath',
  morePath: 'unsafePath',
  port: 'unsafePort',
  hostPart: 'unsafeHostPart',
} as const satisfies Record<Guard, RefusalCode>;

/** The refusal of a value that may not. The value is not repeated. */
export function unsafe(guard: Guard, field: string): Refusal {
  return refuse(codes[guard], field);
}

/** Looks at the values of one rendering, in the order in which they are printed. */
export class GuardCheck {
  /** Whether a value has ended the host of the address that is being printed. */
  private hostIsOver = false;

  /** @throws {Refusal} where the value is not what the place of its placeholder asks for */
  passValue({ guards, isRaw, name }: GuardedStep, text: string): void {
    for (const guard of guards) {
      const isFree = guard === 'morePath' && this.hostIsOver;
      if (!isFree && !mayStand(guard, text, isRaw)) throw unsafe(guard, fieldOf(name));
      this.noteHost(guard, text);
    }
  }

  /** A default is the author's own; a missing value prints nothing. */
  passDefault({ guards, default: text }: GuardedStep): void {
    for (const guard of guards) this.noteHost(guard, text ?? '');
  }

  private noteHost(guard: Guard, text: string): void {
    if (guard === 'path' || guard === 'port') this.hostIsOver = endsHost(text);
    else if (guard === 'morePath') this.hostIsOver ||= endsHost(text);
  }
}

function endsHost(text: string): boolean {
  return /[/?#]/.test(text);
}

/** A placeholder as a refusal names it. */
export function fieldOf(name: string): string {
  return name === '.' ? '{{.}}' : name;
}
