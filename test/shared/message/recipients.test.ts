import { type AddressFields, parseDelivery } from '../../../shared/message/recipients.ts';
import { expect, test } from '../../jest.ts';

const at = (localPart: string, name?: string) => {
  const address = { localPart, domain: 'x.org' };
  return name === undefined ? { address } : { name, address };
};

const manyAddresses = (count: number) =>
  Array.from({ length: count }, (_, index) => `r${index}@x.org`).join(', ');

test('a message may go to one address', () => {
  expect(parseDelivery({ _to: 'jane@x.org' })).toEqual({
    ok: true,
    recipients: { to: at('jane'), cc: [], bcc: [] },
  });
});

test('a message may go to addresses with names in every field', () => {
  const parsed = parseDelivery({
    _to: 'Jane <jane@x.org>',
    _cc: '"Doe, John" <john@x.org>, mary@x.org',
    _bcc: 'Log <log@x.org>',
    _replyTo: '"Help, please" <help@x.org>',
  });

  expect(parsed).toEqual({
    ok: true,
    recipients: {
      to: at('jane', 'Jane'),
      cc: [at('john', 'Doe, John'), at('mary')],
      bcc: [at('log', 'Log')],
      replyTo: at('help', 'Help, please'),
    },
  });
});

test('an empty field counts as not given, and so does null', () => {
  expect(parseDelivery({ _to: 'jane@x.org', _cc: '', _bcc: null, _replyTo: '' })).toEqual({
    ok: true,
    recipients: { to: at('jane'), cc: [], bcc: [] },
  });
});

test('a message goes once to an address that is named twice', () => {
  const parsed = parseDelivery({
    _to: 'jane@x.org',
    _cc: 'Jane <jane@X.ORG>, john@x.org, john@x.org',
    _bcc: 'john@x.org, mary@x.org, jane@x.org',
    _replyTo: 'jane@x.org',
  });

  expect(parsed).toEqual({
    ok: true,
    recipients: { to: at('jane'), cc: [at('john')], bcc: [at('mary')], replyTo: at('jane') },
  });
});

test('V2.2.3 a message may go to fifty recipients', () => {
  const parsed = parseDelivery({
    _to: 'jane@x.org',
    _cc: manyAddresses(20),
    _bcc: manyAddresses(29),
    _replyTo: 'help@x.org',
  });

  expect(parsed).toMatchObject({ ok: true });
});

const tooMany = (field: string) =>
  `${field} has too many addresses: _to, _cc and _bcc may have 50 together`;
const oneOnly = (field: string) =>
  `${field} must be one address; a name with a comma in it must be in double quotes`;

test.each<[string, AddressFields, string, string]>([
  ['no _to', {}, '_to', '_to is required'],
  ['an empty _to', { _to: '' }, '_to', '_to is required'],
  ['_to as null', { _to: null }, '_to', '_to is required'],
  ['a blank _to', { _to: ' ' }, '_to', '_to is not a valid email address: it is empty'],
  ['a malformed _to', { _to: 'jane' }, '_to', '_to is not a valid email address: it has no @'],
  ['two addresses in _to', { _to: 'a@x.org, b@x.org' }, '_to', oneOnly('_to')],
  ['a bare comma in the name', { _to: 'Doe, Jane <jane@x.org>' }, '_to', oneOnly('_to')],
  ['a comma after _to', { _to: 'jane@x.org,' }, '_to', oneOnly('_to')],
  [
    'a malformed address in a list',
    { _to: 'jane@x.org', _cc: 'john@x.org, mary' },
    '_cc',
    'Address 2 in _cc is not a valid email address: it has no @',
  ],
  [
    'a comma at the end of a list',
    { _to: 'jane@x.org', _cc: 'john@x.org,' },
    '_cc',
    'Address 2 in _cc is not a valid email address: it is empty',
  ],
  [
    'an empty place in a list',
    { _to: 'jane@x.org', _bcc: 'john@x.org,,mary@x.org' },
    '_bcc',
    'Address 2 in _bcc is not a valid email address: it is empty',
  ],
  [
    'a group',
    { _to: 'jane@x.org', _bcc: 'G: john@x.org, mary@x.org;' },
    '_bcc',
    'Address 1 in _bcc is not a valid email address: the part before the @ has a character that is allowed only in double quotes',
  ],
  [
    'a header in a list',
    { _to: 'jane@x.org', _cc: 'john@x.org\r\nBcc: eve@x.org' },
    '_cc',
    'Address 1 in _cc is not a valid email address: it contains a control character, such as a line break or a tab',
  ],
  [
    'a malformed _replyTo',
    { _to: 'jane@x.org', _replyTo: 'help@localhost' },
    '_replyTo',
    '_replyTo is not a valid email address: the domain has no dot',
  ],
  [
    'two addresses in _replyTo',
    { _to: 'jane@x.org', _replyTo: 'a@x.org,b@x.org' },
    '_replyTo',
    oneOnly('_replyTo'),
  ],
  ['fifty in _cc', { _to: 'jane@x.org', _cc: manyAddresses(50) }, '_cc', tooMany('_cc')],
  [
    'fifty times the same',
    { _to: 'a@x.org', _cc: `${'a@x.org,'.repeat(49)}a@x.org` },
    '_cc',
    tooMany('_cc'),
  ],
  [
    'fifty-one together',
    { _to: 'jane@x.org', _cc: manyAddresses(20), _bcc: manyAddresses(30) },
    '_bcc',
    tooMany('_bcc'),
  ],
  [
    'a megabyte of commas',
    { _to: 'jane@x.org', _cc: ','.repeat(1_000_000) },
    '_cc',
    tooMany('_cc'),
  ],
])('a wrong recipient is refused with its field: %s', (_what, fields, field, error) => {
  const complaint = error.replace(/^(Address \d+ in )?_\w+ /, '');

  expect(parseDelivery(fields)).toEqual({ ok: false, field, error, complaint });
});
