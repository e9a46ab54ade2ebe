import { freshNode } from '../../../../dashboard/src/pages/flow/model/flow-changes.ts';
import { summaryOf, titlesOf } from '../../../../dashboard/src/pages/flow/model/node-words.ts';
import type { FlowNode } from '../../../../shared/engine/flow/graph.ts';
import { expect, test } from '../../../jest.ts';
import { back, branch, check, flowOf, inputs, mail, send } from './flows.ts';

test('the title of a node is its name, or its kind, and no two titles are the same', () => {
  const named: FlowNode = { ...mail, name: 'Invitation' };

  const titles = titlesOf(flowOf([named, check('a'), check('b'), { ...send, label: 'Send it' }]));

  expect(Object.fromEntries(titles)).toEqual({
    mail: 'Invitation',
    a: 'E-mail domain',
    b: 'E-mail domain 2',
    send: 'Send it',
  });
});

test.each<[string, FlowNode]>([
  ['code', inputs()],
  ['subject, HTML and text', mail],
  ['pro, if plan is pro', branch('b')],
  [
    'no template yet, if coupon is given',
    { id: 'b', type: 'branch', field: 'coupon', template: '' },
  ],
  ['_to has a mail server', check('a')],
  [
    'team, _to',
    { id: 'r', type: 'verification', kind: 'required_fields', fields: ['team', '', '_to'] },
  ],
  ['no fields yet', { id: 'r', type: 'verification', kind: 'required_fields', fields: [''] }],
  ['code ~ ^A', { id: 'x', type: 'verification', kind: 'regex', field: 'code', pattern: '^A' }],
  ['no pattern yet', { id: 'x', type: 'verification', kind: 'regex', field: '', pattern: '' }],
  ['from hi@acme.example', send],
  ['returns the mail to the caller', back],
  [
    'plain, days = 7',
    {
      id: 'v',
      type: 'variables',
      variables: [{ name: 'plain' }, { name: 'days', default: 7 }],
    },
  ],
])('the settings of a node in one line are: %s', (summary, node) => {
  expect(summaryOf(node)).toBe(summary);
});

test('a branch names its template', () => {
  expect(summaryOf(branch('b'), (id) => `The ${id} one`)).toBe('The pro one, if plan is pro');
});

test('a new node has a free id, and settings that fit the template', () => {
  const hints = { required: ['team'], variables: ['team', 'note'], from: 'hi@acme.example' };
  const flow = flowOf([mail, send]);

  expect(freshNode(flow, 'provider', hints)).toEqual({ ...send, id: 'send-2' });
  expect(freshNode(flow, 'required_fields', hints)).toEqual({
    ...{ id: 'required-fields', type: 'verification', kind: 'required_fields', fields: ['team'] },
  });
  expect(freshNode(flow, 'required_fields', { ...hints, required: [] })).toMatchObject({
    fields: ['_to'],
  });
  expect(freshNode(flow, 'variables', hints)).toMatchObject({
    variables: [{ name: 'team' }, { name: 'note' }],
  });
});
