import { type AddressFields, parseDelivery } from '../../../shared/message/recipients.ts';
import { expect, test } from '../../jest.ts';

const at = (localPart: string, name?: string) => {
  const address = { localPart, domain: 'x.org' };
  return name === undefined ? { address } : { name, address };
};

const manyAddresses = (count: number) =>
  Array.from({ length: count }, (_, index) => `r${index}@x.org`).join(', ');

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

const invalid = 'is not a valid email address:';

/** The fault, the fields in addition to the `_to` jane@x.org, the refused field, and the error. */
test.each<[string, AddressFields, string, string]>([
  ['no _to', { _to: undefined }, '_to', '_to is required'],
  ['an empty _to', { _to: '' }, '_to', '_to is required'],
  ['_to as null', { _to: null }, '_to', '_to is required'],
  ['a blank _to', { _to: ' ' }, '_to', `_to ${invalid} it is empty`],
  ['a malformed _to', { _to: 'jane' }, '_to', `_to ${invalid} it has no @`],
  ['two addresses in _to', { _to: 'a@x.org, b@x.org' }, '_to', oneOnly('_to')],
  ['a bare comma in the name', { _to: 'Doe, Jane <jane@x.org>' }, '_to', oneOnly('_to')],
  ['a comma after _to', { _to: 'jane@x.org,' }, '_to', oneOnly('_to')],
  [
    'a malformed entry',
    { _cc: 'john@x.org, mary' },
    '_cc',
    `Address 2 in _cc ${invalid} it has no @`,
  ],
  ['a final comma', { _cc: 'john@x.org,' }, '_cc', `Address 2 in _cc ${invalid} it is empty`],
  [
    'an empty entry',
    { _bcc: 'a@x.org,,b@x.org' },
    '_bcc',
    `Address 2 in _bcc ${invalid} it is empty`,
  ],
  [
    'a group',
    { _bcc: 'G: john@x.org, mary@x.org;' },
    '_bcc',
    `Address 1 in _bcc ${invalid} the part before the @ has a character that is allowed only in double quotes`,
  ],
  [
    'a header in a list',
    { _cc: 'john@x.org\r\nBcc: eve@x.org' },
    '_cc',
    `Address 1 in _cc ${invalid} it contains a control character, such as a line break or a tab`,
  ],
  [
    'a malformed _replyTo',
    { _replyTo: 'help@localhost' },
    '_replyTo',
    `_replyTo ${invalid} the domain has no dot`,
  ],
  ['two in _replyTo', { _replyTo: 'a@x.org,b@x.org' }, '_replyTo', oneOnly('_replyTo')],
  ['fifty in _cc', { _cc: manyAddresses(50) }, '_cc', tooMany('_cc')],
  ['fifty times the same', { _cc: `${'jane@x.org,'.repeat(49)}jane@x.org` }, '_cc', tooMany('_cc')],
  ['fifty-one', { _cc: manyAddresses(20), _bcc: manyAddresses(30) }, '_bcc', tooMany('_bcc')],
  ['a megabyte of commas', { _cc: ','.repeat(1_000_000) }, '_cc', tooMany('_cc')],
])('a wrong recipient is refused with its field: %s', (_what, fields, field, error) => {
  const complaint = error.replace(/^(Address \d+ in )?_\w+ /, '');

  const parsed = parseDelivery({ _to: 'jane@x.org', ...fields });

  expect(parsed).toEqual({ ok: false, field, error, complaint });
});
