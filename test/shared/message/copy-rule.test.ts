import { copyRuleOf } from '../../../shared/message/copy-rule.ts';
import { expect, test } from '../../jest.ts';

test('a template without keep keeps no copies, whatever its secrets are', () => {
  expect(copyRuleOf({})).toBeNull();
  expect(copyRuleOf({ secret: ['code'] })).toBeNull();
});

test('a template with keep keeps copies for that many days, without its secrets', () => {
  expect(copyRuleOf({ keep: '7d' })).toEqual({ days: 7, secret: [] });
  expect(copyRuleOf({ keep: '30d', secret: ['code'] })).toEqual({ days: 30, secret: ['code'] });
});
