import { canonicalTag } from '../../../../shared/engine/language/language-tag.ts';
import { lookUpLanguage } from '../../../../shared/engine/language/look-up-language.ts';
import { expect, test } from '../../../jest.ts';

// RFC 4647, section 3.4, and the cases that bcp-47-match documents for one range.
test.each<[string, string[], string | null]>([
  ['de-CH', ['en-GB'], null],
  ['de-CH', ['en-GB', 'de-CH-1996'], null],
  ['de-CH', ['en-GB', 'de-CH'], 'de-CH'],
  ['de-CH', ['en-GB', 'de'], 'de'],
  ['zh-Hant', ['en-GB', 'en', 'zh-Hans', 'zh-Hant', 'zh'], 'zh-Hant'],
  ['zh-Hant-TW', ['zh', 'zh-Hant'], 'zh-Hant'],
  ['zh-Hant-CN-x-private1-private2', ['zh', 'zh-Hant'], 'zh-Hant'],
  ['zh-Hant-CN-x-private1-private2', ['zh-Hant-CN-x-private1'], 'zh-Hant-CN-x-private1'],
  ['zh-Hant-CN-x-private1-private2', ['zh-Hant-CN-x'], null],
  ['pt-BR', ['pt', 'pt-BR'], 'pt-BR'],
  ['pt', ['pt-BR'], null],
  ['pt-BR', ['p', 'pt-B'], null],
  ['en', [], null],
])('the look-up of the language %s among %j finds %j', (wanted, tags, found) => {
  expect(lookUpLanguage(wanted, tags)).toBe(found);
});

test.each([
  ['PT-br', 'pt-BR'],
  ['zh-hant-tw', 'zh-Hant-TW'],
  ['de-1996', 'de-1996'],
  ['iw', 'he'],
])('the language tag %s is written %s', (given, canonical) => {
  expect(canonicalTag(given)).toBe(canonical);
});

test.each([
  ...['pt_BR', '', '*', 'english language', 'en-', '-en', '__proto__', `en-x-${'a'.repeat(5000)}`],
])('%j is no language tag', (given) => {
  expect(canonicalTag(given)).toBeNull();
});
