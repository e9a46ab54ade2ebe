import { expect, test } from '../../jest.ts';
import { startDashboard } from './dashboard.ts';

const dashboard = await startDashboard();
const { ask } = await dashboard.accountDoor();

test('the types of a served template are those that the CLI writes', async () => {
  const html = '<p>{{name}} {{#items}}{{title}}{{/items}}</p>';
  await ask('POST', '/templates', { body: { id: 'receipt', name: 'R', subject: 'S', html } });

  const { status, body } = await ask('GET', '/templates/receipt/types');

  expect(status).toBe(200);
  expect(body).toMatchObject({
    typescript: expect.stringContaining('receipt: {'),
    jsonSchema: { $defs: { receipt: { required: ['name'] } } },
  });
});

test('an unknown template and a partial have no types', async () => {
  const partial = { id: 'foot', kind: 'partial', name: 'F', subject: '', html: '<p>x</p>' };
  await ask('POST', '/templates', { body: partial });

  expect(await ask('GET', '/templates/nobody/types')).toMatchObject({ status: 404 });
  expect(await ask('GET', '/templates/foot/types')).toMatchObject({ status: 404 });
});
