import { type Refusal, type RefusalCode, refuse } from '../../errors.ts';
import type { Guard, GuardedStep } from './program.ts';

/** Most addresses begin with one of these schemes, so `isAddress` tests them first, for speed. */
const commonScheme = /^(?:https?|mailto|tel|cid):/i;

const schemes: ReadonlySet<string> = new Set(['http', 'https', 'mailto', 'tel', 'cid']);

/**
 * Whether a text has a scheme that mails need, or none: no colon before any `/`, `?` or `#` (RFC 3986 §4.2). Browsers
 * ignore leading control characters, tabs and line breaks (WHATWG URL, section 4.4). `isHtml`: an entity before those
 * signs may be part of a scheme, and is refused.
 */
export function isAddress(text: string, isHtml: boolean): boolean {
  if (commonScheme.test(text)) return true;
  const at = text.search(isHtml ? /[:/?#\\&]/ : /[:/?#\\]/);
  const sign = text.charAt(at);
  if (at === -1 || (sign !== ':' && sign !== '&')) return true;
  const scheme = text
    .slice(0, at)
    .replace(/[\t\n\r]/g, '')
    .replace(leadingControls, '');
  return sign === ':' && schemes.has(scheme.toLowerCase());
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: browsers ignore these characters
const leadingControls = /^[\u0000-\u0020]+/;

/** Colours that are written as functions. */
const colour = /(?:rgb|hsl)a?\([\d\s.,%/+-]*\)/gi;

/** Colours, lengths, numbers, ASCII names: old engines read other letters as ASCII; a line break ends quotes. */
function isPlainStyle(text: string): boolean {
  return !/[^\w #.,%+/\t-]|\/\//.test(text.replace(colour, ''));
}

/** An address without characters that end the brackets, the quotes or the declaration. */
function isStyleAddress(text: string): boolean {
  return isAddress(text, false) && !/[^\w.~:/?#@!$&*+,=%[\]-]/.test(text);
}

/** A text after a host that does not continue the host: it begins with `/`, `?` or `#`, or is empty. */
const afterHost = /^(?:[/?#]|$)/;

/** A text after a host and its colon: the digits of a port, if any, then the end or one of `/`, `?` and `#`. */
const port = /^\d*(?:[/?#]|$)/;

/** ASCII only: a normalised host name may turn other characters into a slash or a dot. */
const hostPart = /^[\w.-]*$/;

/** A text that begins no host after one slash; browsers ignore tabs and line breaks before it. */
const step = /^[\t\n\r]*(?:[^\t\n\r/\\]|$)/;
const rawStep = /^[\t\n\r]*(?:[^\t\n\r/\\&]|$)/;

/** Whether a value is safe at the place that `guard` describes. `isRaw`: the value is HTML. */
export function isSafeAt(guard: Guard, text: string, isRaw: boolean): boolean {
  switch (guard) {
    case 'address':
      return isAddress(text, isRaw);
    case 'style':
      return isPlainStyle(text);
    case 'styleAddress':
      return isStyleAddress(text);
    case 'path':
    case 'morePath':
      return afterHost.test(text);
    case 'port':
      return port.test(text);
    case 'hostPart':
      return hostPart.test(text);
    case 'step':
    case 'moreStep':
      return (isRaw ? rawStep : step).test(text);
  }
}

const refusalCodes = {
  address: 'unsafeAddress',
  style: 'unsafeStyle',
  styleAddress: 'unsafeAddress',
  path: 'unsafePath',
  morePath: 'unsafePath',
  port: 'unsafePort',
  hostPart: 'unsafeHostPart',
  step: 'unsafeStep',
  moreStep: 'unsafeStep',
} as const satisfies Record<Guard, RefusalCode>;

/** The refusal of an unsafe value. Its sentence names the variable and does not repeat the value. */
export function unsafe(guard: Guard, field: string): Refusal {
  return refuse(refusalCodes[guard], field);
}

/** Checks the values of one rendering. The caller passes them in the order in which they are printed. */
export class GuardCheck {
  /** Whether a value has ended the host of the current address, or the possible host after its one slash. */
  private readonly isOver = { morePath: false, moreStep: false };

  /** @throws {Refusal} if the value is not safe at the place of its placeholder */
  passValue({ guards, isRaw, name }: GuardedStep, text: string): void {
    for (const guard of guards) {
      const isFree = (guard === 'morePath' || guard === 'moreStep') && this.isOver[guard];
      if (!isFree && !isSafeAt(guard, text, isRaw)) throw unsafe(guard, fieldOf(name));
      this.noteHost(guard, text);
    }
  }

  /** The author wrote a default, so it is not checked. Without one, nothing is printed. */
  passDefault({ guards, default: text }: GuardedStep): void {
    for (const guard of guards) this.noteHost(guard, text ?? '');
  }

  private noteHost(guard: Guard, text: string): void {
    if (guard === 'path' || guard === 'port') this.isOver.morePath = endsHost(text);
    else if (guard === 'morePath') this.isOver.morePath ||= endsHost(text);
    else if (guard === 'step') this.isOver.moreStep = isStep(text);
    else if (guard === 'moreStep') this.isOver.moreStep ||= isStep(text);
  }
}

function endsHost(text: string): boolean {
  return /[/?#]/.test(text);
}

function isStep(text: string): boolean {
  return /[^\t\n\r]/.test(text);
}

/** A placeholder's name as a refusal shows it. */
export function fieldOf(name: string): string {
  return name === '.' ? '{{.}}' : name;
}
