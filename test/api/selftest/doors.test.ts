import { doors } from '../../../cli/commands/selftest/steps/doors.ts';
import { localDeployment } from '../../../cli/connection/local-deployment.ts';
import { expect, test } from '../../jest.ts';
import { dataFolder } from '../harness/deployment.ts';
import { contextOf, found, foundOf } from './step-context.ts';

test('the step doors is good on the local run', async () => {
  expect(await found(doors)).toEqual({
    status: 'ok',
    found: expect.stringMatching(
      /^Each door read its key, and after \d+ requests through a door \d+ of 50 to \/v1 were refused$/,
    ),
  });
});

test('the step doors is broken if a door does not read its key', async () => {
  const lie = ({ path }: { path: string }) =>
    path === '/doors/postmark/email' ? { status: 401, text: '{}' } : undefined;

  expect(await foundOf(lie, doors)).toMatchObject({
    ...{ status: 'broken', found: '/postmark/email got 401 {} in place of 422' },
  });
});

test('the step doors is broken if /v1 has a rate of its own', async () => {
  const finding = await foundOf(
    ({ path }, { status }) => (path === '/render' && status === 429 ? { status: 400 } : undefined),
    doors,
  );
  expect(finding).toMatchObject({
    ...{ status: 'broken', found: expect.stringMatching(/50 to \/v1 all passed$/) },
  });
});

test('the step doors is skipped without doors', async () => {
  const deployment = { ...(await localDeployment(dataFolder)), doorsUrl: undefined };

  expect(await doors.run(await contextOf({ deployment }))).toMatchObject({ status: 'skipped' });
});
