import { randomBytes } from 'node:crypto';
import {
  mintAccountId,
  mintHookId,
  mintKeyId,
  mintUsageIdentifierKey,
} from '../../../shared/keys/ids.ts';
import { expect, test } from '../../jest.ts';

test.each([
  [mintAccountId, /^acc_[0-9A-Za-z]{16}$/],
  [mintKeyId, /^key_[0-9A-Za-z]{16}$/],
  [mintHookId, /^hook_[0-9A-Za-z]{22}$/],
  [mintUsageIdentifierKey, /^[0-9A-Za-z]{40}$/],
])('%p makes ids of one shape, each different', (mint, shape) => {
  const ids = Array.from({ length: 1000 }, () => mint(randomBytes));

  expect(ids.filter((id) => !shape.test(id))).toEqual([]);
  expect(new Set(ids).size).toBe(1000);
});
