import * as fc from 'fast-check';
import { splitMailboxList } from '../../../shared/message/mailbox.ts';
import { expect, test } from '../../jest.ts';

test.each([
  ['a@x.org', ['a@x.org']],
  ['a@x.org,b@x.org', ['a@x.org', 'b@x.org']],
  ['a@x.org, b@x.org', ['a@x.org', ' b@x.org']],
  ['"Doe, Jane" <j@x.org>,b@x.org', ['"Doe, Jane" <j@x.org>', 'b@x.org']],
  ['"a\\",b" <j@x.org>,b@x.org', ['"a\\",b" <j@x.org>', 'b@x.org']],
  ['"a\\\\",b@x.org', ['"a\\\\"', 'b@x.org']],
  ['"a,b"@x.org,c@x.org', ['"a,b"@x.org', 'c@x.org']],
  ['a\\,b', ['a\\', 'b']],
  ['a@x.org,', ['a@x.org', '']],
  [',', ['', '']],
  ['', ['']],
  ['"open, b@x.org', ['"open, b@x.org']],
])('the list %j is split into its entries', (text, entries) => {
  expect(splitMailboxList(text)).toEqual(entries);
});

test('splitting stops after one entry more than asked for', () => {
  expect(splitMailboxList('a,"b,",c,d,e', 2)).toEqual(['a', '"b,"', 'c']);
});

test('splitting a list loses nothing: the joined entries are the text', () => {
  const pieces = fc.constantFrom('"', '\\', ',', ' ', 'a@x.org', '<', '>');

  fc.assert(
    fc.property(fc.array(pieces), (parts) => {
      const text = parts.join('');

      expect(splitMailboxList(text).join(',')).toBe(text);
    }),
  );
});
