import { compileSource } from '../../../../shared/manage/templates/compile-source.ts';
import { expect, test } from '../../../jest.ts';

const flow = (unsubscribe: string) => ({
  nodes: [
    { id: 'mail', type: 'template' },
    { id: 'send', type: 'provider', provider: 'ses', from: 'hi@acme.example', unsubscribe },
  ],
  edges: [{ from: 'mail', to: 'send' }],
});

async function variablesWith(unsubscribe: string) {
  const compilation = await compileSource({
    ...{ templateId: 'a', name: 'A', subject: 'Hello', html: '<p>{{id|you}}</p>', text: '{{id|}}' },
    language: 'en',
    languages: { pt: { subject: 'Olá', html: '<p>Olá</p>' } },
    flow: flow(unsubscribe),
  });
  if (!compilation.ok) throw new Error('The template of this test is wrong');
  const { compiled, languages } = compilation.revision;
  return [compiled.variables, languages?.pt?.compiled.variables];
}

const id = { name: 'id', within: [], uses: ['value'] };
const inMail = { ...id, required: false, defaults: ['you', ''], parts: ['html', 'text'] };

test('the placeholders of the address to unsubscribe are variables of the template, in each language', async () => {
  expect(await variablesWith('https://acme.example/{{list}}/{{%id}}')).toEqual([
    [
      { ...inMail, required: true },
      { ...id, name: 'list', required: true, defaults: [], parts: [] },
    ],
    [
      { ...id, name: 'list', required: true, defaults: [], parts: [] },
      { ...id, required: true, defaults: [], parts: [] },
    ],
  ]);
});

test('a placeholder with a default is not required by the address to unsubscribe', async () => {
  expect(await variablesWith('https://acme.example/{{id|all}}')).toEqual([
    [{ ...inMail, defaults: ['you', '', 'all'] }],
    [{ ...id, required: false, defaults: ['all'], parts: [] }],
  ]);
});

test('an address to unsubscribe without placeholders adds no variable', async () => {
  expect(await variablesWith('https://acme.example/u')).toEqual([[inMail], []]);
});
