import fc from 'fast-check';
import { joined, weighted } from '../draw.ts';
import { domain, invalidMailbox, localPart } from './grammar.ts';

/** A mailbox as SES must get it. */
export interface Meant {
  name: string | null;
  /** `local@domain` in A-labels. */
  address: string;
}

/** A mailbox as it is written, and its meaning; null if it must be refused. */
export interface WrittenMailbox {
  text: string;
  means: Meant | null;
}

const address = fc.tuple(localPart, domain).map(([local, host]) => ({
  text: `${local.text}@${host.text}`,
  means: `${local.means}@${host.means}`,
}));

/** Characters that a name may have without quotes: none of RFC 5322's specials but the dot. */
const plainCharacter = fc.constantFrom(
  ..."abcXYZ019 .!#$%&'*+-/=?^_`{|}~éüßΩжя中日😀\u00a0\u200d\u202e",
);

const encodedNames = ['=?utf-8?q?=41?=', '株式会社', 'a  b', "O'Neil"];

const names = fc.oneof(
  fc.constantFrom('Ada', 'Ada Lovelace', 'J. Doe', 'Zoë', ...encodedNames),
  joined(plainCharacter, { minLength: 1, maxLength: 30 }),
);

/** Names in quotes may contain any character except control characters. */
const quotedNames = fc.oneof(
  names,
  joined(fc.oneof(plainCharacter, fc.constantFrom(...',;:@()[]<>"\\')), { maxLength: 30 }),
  fc.constantFrom('Doe, Jane', 'a@b.example', '<x@y.example>', 'Bcc: eve@evil.example', ' spaced '),
);

const space = fc.constantFrom('', '', ' ', '  ');

const valid: fc.Arbitrary<WrittenMailbox> = fc
  .tuple(
    address,
    names,
    quotedNames,
    space,
    space,
    fc.constantFrom('bare', 'angles', 'name', 'quoted'),
  )
  .map(([{ text, means }, name, quoted, before, after, how]) => {
    const meant = (given: string) => ({ name: given.trim() === '' ? null : given, address: means });
    if (how === 'bare') return { text: before + text + after, means: meant('') };
    if (how === 'angles') return { text: `${before}<${text}>${after}`, means: meant('') };
    if (how === 'name') {
      // White space around a name is not a part of it.
      return { text: `${before}${name} <${text}>${after}`, means: meant(name.trim()) };
    }
    const escaped = quoted.replace(/["\\]/g, '\\$&');
    return { text: `${before}"${escaped}"${after}<${text}>`, means: meant(quoted) };
  });

/** One mailbox, good or bad. */
export const mailbox: fc.Arbitrary<WrittenMailbox> = weighted(
  [5, valid],
  [1, invalidMailbox.map((text) => ({ text, means: null }))],
);

/** A list of good mailboxes, with at most one bad mailbox among them. */
export const mailboxes: fc.Arbitrary<WrittenMailbox[]> = fc
  .tuple(
    fc.array(valid, { maxLength: 4 }),
    weighted([6, fc.constant(null)], [1, invalidMailbox]),
    fc.nat(10),
    fc.boolean(),
  )
  .map(([good, bad, at, twice]) => {
    const list = twice && good[0] ? [...good, good[0]] : good;
    // An empty text is a bad mailbox, but an empty list counts as not given.
    if (bad === null || bad.trim() === '') return list;
    const place = at % (list.length + 1);
    return [...list.slice(0, place), { text: bad, means: null }, ...list.slice(place)];
  });
