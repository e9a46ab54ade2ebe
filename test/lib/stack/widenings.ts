import { templateResources } from '../../../cli/aws/stack-template.ts';
import { widenings } from '../../../cli/commands/deploy/permissions.ts';
import { expect, test } from '../../jest.ts';
import { synthesised } from '../synthesised.ts';

test('the new permissions of the real stack are listed for every role and for every caller', () => {
  const stack = templateResources(JSON.stringify(synthesised().toJSON()));

  const whos = widenings(new Map(), stack).map(({ who }) => who);

  expect(whos).toEqual(expect.arrayContaining(['ExecuteRole', 'RenderRole', 'everyone']));
  expect(widenings(stack, stack)).toEqual([]);
});
