import type { FoundAt } from './finding.ts';
import {
  type Attribute,
  attributeOf,
  hasWords,
  type MailElement,
  type MailSource,
} from './read-mail.ts';
import { textsIn } from './words.ts';

export interface LinkOptions {
  /** Whether the flow's SES node has an address to unsubscribe; undefined: there is no such node. */
  unsubscribe?: boolean | undefined;
  /** Whether it is only a part of mails. */
  isPartial?: boolean;
}

/** Links and addresses that do not lead where the author means, and what mail programs show of the mail's beginning. */
export function* linkFindings(mail: MailSource, options: LinkOptions = {}): Iterable<FoundAt> {
  for (const element of mail.elements) {
    for (const attribute of element.attributes) {
      if (addressesOf(element.name).includes(attribute.name))
        yield* addressFindings(attribute, mail);
    }
    if (element.name !== 'a') continue;
    const href = attributeOf(element, 'href');
    if (href && !href.hasTag && /^#?$/.test(href.value.trim())) {
      const message = `href is ${JSON.stringify(href.value.trim())}, so the link leads nowhere: write an address`;
      yield { code: 'empty-link', offset: href.start, message };
    }
    if (options.unsubscribe === false && href && unsubscribes(mail, element, href)) {
      const message =
        'This link unsubscribes, and the SES node of the flow has no unsubscribe: add it there, so that mail programs show a button';
      yield { code: 'unsubscribe-header', offset: element.start, message };
    }
  }
  if (!options.isPartial) yield* preheader(mail);
}

function addressesOf(name: string): readonly string[] {
  if (name === 'a' || name === 'area' || name === 'link') return ['href'];
  return ['src', 'background'];
}

function* addressFindings(attribute: Attribute, { html }: MailSource): Iterable<FoundAt> {
  const { name, value, valueSpan } = attribute;
  const offset = valueSpan.start + value.length - value.trimStart().length;
  if (/^\s*http:\/\//i.test(value)) {
    const message = `${name} begins with http://: write https://, or mail programs show a warning or nothing`;
    yield { code: 'insecure-link', offset, message };
  }
  const host = hostOf(html.slice(valueSpan.start, valueSpan.end));
  if (isPlaceholder(host)) {
    const message = `${name} leads to ${host}, which is no address for readers: write the real one`;
    yield { code: 'placeholder-link', offset: attribute.start, message };
  }
}

/** The host of an address; empty if it has none, or one with a template's tag. */
function hostOf(address: string): string {
  const url = URL.parse(address.slice(0, 500), 'https://none.invalid');
  return url && url.hostname !== 'none.invalid' ? url.hostname.replace(/\.$/, '') : '';
}

const isPlaceholder = (host: string) =>
  /^(www\.)?(example\.(com|net|org)|yourdomain\.com)$|^(.*\.)?(localhost|test|invalid)$/.test(
    host,
  ) ||
  /^(0|10|127|169\.254|192\.168|172\.(1[6-9]|2\d|3[01]))(\.\d+)+$/.test(host) ||
  /^\[(::1?|f[cd][\da-f:]*|fe[89ab][\da-f:]*)\]$/.test(host);

function unsubscribes(mail: MailSource, link: MailElement, { valueSpan }: Attribute): boolean {
  const spans = [valueSpan, ...textsIn(mail, link)];
  // The names of the template's variables count.
  return spans.some(({ start, end }) => /unsubscribe/i.test(mail.html.slice(start, end)));
}

/** What is shown beside the subject: the first words of the mail. */
function* preheader(mail: MailSource): Iterable<FoundAt> {
  const { elements, texts } = mail;
  const shown = texts.filter(({ words, element }) => element?.name !== 'title' && hasWords(words));
  const [first] = shown;
  if (!first) return;
  const cellEnds = elements.flatMap(({ name, content }) => (name === 'td' ? content.end : []));
  const end = cellEnds.reduce((one, other) => Math.min(one, other), mail.html.length);
  const words = shown.filter(({ start }) => start < end).map((text) => text.words);
  const characters = words.join(' ').replace(/\s+/g, ' ').trim().length;
  let around: MailElement | null = first.element;
  while (around && around.name !== 'a') around = around.parent;
  if (!around && characters >= minPreheader) return;
  const why = around ? 'are a link' : `have ${characters} characters`;
  const message = `The first words of the mail ${why}, and mail programs show them beside the subject: begin with a sentence`;
  yield { code: 'no-preheader', offset: first.element?.start ?? first.start, message };
}

/** In characters. */
const minPreheader = 30;
