import { trail } from '../../../cli/commands/selftest/steps/trail.ts';
import { expect, test } from '../../jest.ts';
import { found } from './step-context.ts';

test('the step trail is good on the local run', async () => {
  expect(await found(trail)).toEqual({
    status: 'ok',
    found: '11 changes have one entry each, and as many repeats have none',
  });
});
