import { warmUp } from '../../../../shared/engine/render/warm-up.ts';
import { expect, test } from '../../../jest.ts';

test('the mail that a function renders while it loads is of the current version', () => {
  expect(warmUp()).toEqual({
    outcome: 'rendered',
    subject: 'Hello Ada & Bob',
    html: '<p>Ada &amp; Boba default1</p>',
  });
});
