import { pushRevision } from '../../../shared/manage/templates/push-templates.ts';
import { expect, test } from '../../jest.ts';
import { openAccount } from '../harness/account.ts';
import { flowOf, provider, required, template } from '../harness/flow.ts';
import { mailOf } from '../harness/inbox.ts';

const { accountId, ports, render, execute, save } = await openAccount();

const rendered = (html: string) => ({ status: 200, body: { html, subject: 'Hello' } });

test('the very next request uses a saved template', async () => {
  const before = await render({ template_id: 'new' });
  const answers = [];
  for (const version of ['1', '2', '3', '4', '5']) {
    await save({ id: 'new', html: version });
    answers.push(await render({ template_id: 'new' }));
  }

  expect(before).toEqual({ status: 404, body: { error: 'Template not found' } });
  expect(answers).toEqual(['1', '2', '3', '4', '5'].map(rendered));
});

test('the very next request uses a rollback, which is a new revision', async () => {
  const saved = await save({ id: 'back', html: 'first' });
  await save({ id: 'back', html: 'second' });
  const second = await render({ template_id: 'back' });

  const pushed = await pushRevision(ports, accountId, 'back', 1);
  const first = await render({ template_id: 'back' });

  expect(saved).toMatchObject([{ revision: 1 }]);
  expect(second).toEqual(rendered('second'));
  expect(pushed).toMatchObject({ id: 'back', revision: 3, changed: true });
  expect(first).toEqual(rendered('first'));
});

test('the very next request uses a saved flow', async () => {
  const html = '<p>Hi</p>';
  const request = { templateId: 'flow', variables: {}, _to: 'ada@good.example' };

  await save({ id: 'flow', html });
  const returned = await execute(request);
  await save({ id: 'flow', html, flow: flowOf(template, provider()) });
  const sent = await execute(request);
  await save({ id: 'flow', html, flow: flowOf(required('a'), template, provider()) });
  const failed = await execute(request);

  expect(returned).toMatchObject({ body: { type: 'callback' } });
  expect(await mailOf(sent)).toMatchObject({ subject: 'Hello', body: { html } });
  expect(failed).toMatchObject({ body: { type: 'validation_failed', field: 'a' } });
});

test('every environment of a function uses a saved template at once', async () => {
  const ask = () => Promise.all(Array.from({ length: 40 }, () => render({ template_id: 'all' })));
  await save({ id: 'all', html: 'old' });

  const before = await ask();
  await save({ id: 'all', html: 'new' });
  const after = await ask();

  expect(before).toEqual(before.map(() => rendered('old')));
  expect(after).toEqual(after.map(() => rendered('new')));
});
