import { judge } from '../../../../../cli/commands/template/lint/finding.ts';
import { lintTemplate } from '../../../../../cli/commands/template/lint/lint-template.ts';
import type { TemplateSource } from '../../../../../shared/manage/templates/template-source.ts';
import { expect, test } from '../../../../jest.ts';

const inputs = (...names: string[]) => ({
  id: 'in',
  type: 'variables',
  variables: names.map((name) => ({ name })),
});
const mail = { id: 'mail', type: 'template' };
const send = { id: 'send', type: 'provider', provider: 'ses', from: 'Acme <hi@acme.example>' };
const leaving = (unsubscribe: string) => ({ ...send, unsubscribe });
const flowOf = (...nodes: { id: string }[]) => ({
  nodes,
  edges: nodes.slice(1).map(({ id }, at) => ({ from: nodes[at]?.id, to: id })),
});

/** The code and place of each finding, as `code part line:column`. */
async function lint(changes: Partial<TemplateSource>, senders: string[] | null = null) {
  const source = {
    ...{ templateId: 'a', name: 'A', subject: 'Hello', html: '<p>Good morning, you</p>' },
    ...changes,
  };
  const findings = judge(await lintTemplate(source, new Map(), senders), {});
  return findings.map(({ code, part, line, column, pointer }) =>
    [code, part, pointer ?? (line && `${line}:${column}`)].filter(Boolean).join(' '),
  );
}

test('lint finds nothing in a sound template', async () => {
  const html =
    '<p>Hello {{name}}, good morning.</p>{{#items}}{{title}}{{/items}}<img alt="" src="https://a/">';
  const testData = { name: 'Ada', items: [{ title: 'One' }] };

  const found = await lint({ html, testData, flow: flowOf(inputs('name', 'items'), mail, send) }, [
    'acme.example',
  ]);

  expect(found).toEqual([]);
});

const findings: Record<string, [Partial<TemplateSource>, string[]]> = {
  'what a push refuses, and the problems of mail programs beside it': [
    { html: '<p>\n{{#a}}<img src="https://a"></p>' },
    ['invalid-template html 2:1', 'missing-alt html 2:7'],
  ],
  'a node that leads nowhere': [
    { flow: { ...flowOf(mail, send), nodes: [mail, send, { ...inputs('name'), id: 'x' }] } },
    ['unreachable-node flow /nodes/2'],
  ],
  'variables that are no inputs of the flow': [
    {
      html: '<p>Good {{time}}, {{user.name}}</p>\n{{#vip}}Thank {{ you |you}}{{/vip}}',
      flow: flowOf(inputs('user', 'vip'), mail),
    },
    ['undeclared-variable html 1:9'],
  ],
  'variables of the address to unsubscribe that are no inputs of the flow, once for all languages':
    [
      {
        language: 'en',
        languages: { pt: { subject: 'Olá', html: '<p lang="pt">Bom dia para você</p>' } },
        flow: flowOf(inputs('list'), mail, leaving('https://acme.example/{{list}}/{{id}}')),
      },
      ['undeclared-variable flow /nodes/2/unsubscribe'],
    ],
  'variables that the test data has not, in sections too': [
    {
      subject: 'Hello {{nmae}}',
      html: '<p>Good morning {{name}}</p>{{#items}}{{title}}{{price|0}}{{/items}}',
      testData: { name: 'Ada', items: [{ titel: 'One' }] },
    },
    ['undeclared-variable subject 1:7', 'undeclared-variable html 1:39'],
  ],
  'test data that is used nowhere, unless the flow checks it': [
    {
      testData: { 'no/body': 1, code: 'x', plan: 'pro' },
      flow: flowOf(
        inputs('plan'),
        {
          ...{ id: 'shape', type: 'verification', kind: 'regex', field: 'code' },
          pattern: 'x',
        } as {
          id: string;
        },
        mail,
      ),
    },
    ['unknown-test-data testData /no~1body'],
  ],
  'test data that no mail could be made of': [
    { html: '<p>Good morning, {{name}}</p>', testData: { name: ['Ada'] } },
    ['cannot-render testData'],
  ],
  'nothing wrong with a name that is used as the value of its variable': [
    { html: '<a href="{{größe}}" style="{{größe}}">Good morning, you</a>' },
    [],
  ],
  'what the dashboard warns of, at its place in the source': [
    {
      html: '<p>Good morning, {{{name}}}</p>',
      text: 'Good morning, you',
      subject: '',
      testData: { name: 'Ada' },
    },
    ['empty-subject subject', 'raw-placeholder html 1:18', 'html-only-variable html 1:18'],
  ],
  'a subject that mail programs cut off': [{ subject: 'x'.repeat(121) }, ['long-subject subject']],
  'pictures without a text beside them, and a missing text part': [
    { html: '<a href="https://a.example"><img alt="Sale" src="https://a.example/a.png"></a>' },
    ['missing-text html'],
  ],
  'addresses that are not encrypted, between tags of the template': [
    {
      html: '<p>Good morning, you</p>\n<a {{#big}}class="a"{{/big}} title="http" href=" HTTP://a.example">a</a><link href="https://b"><svg xmlns="http://www.w3.org/2000/svg"></svg>',
      testData: { big: true },
    },
    ['client-breaks html 2:96', 'insecure-link html 2:50'],
  ],
  'secrets that copies would have, also as a part of a name': [
    {
      html: '<p>Good morning, {{reset_token}} {{user.signInLink}} {{{OTP}}}</p>\n{{#codes}}{{.}}{{/codes}}',
      testData: { reset_token: 'a', user: { signInLink: 'b' }, OTP: 'c', codes: ['d'] },
      keep: '7d',
      flow: flowOf(inputs('reset_token', 'user', 'OTP', 'codes', 'passcode'), mail),
    },
    [
      'kept-secret html 1:18',
      'kept-secret html 1:34',
      'kept-secret html 1:54',
      'kept-secret html 2:1',
      'kept-secret keep',
      'raw-placeholder html 1:54',
    ],
  ],
  'no secret if copies have none, or are not kept': [
    {
      html: '<p>Good morning, {{linked}} {{user.code}}</p>{{#sign}}{{link}}{{/sign}}',
      secret: ['code', 'sign'],
      testData: { linked: 'a', user: { code: 'b' }, sign: { link: 'c' } },
      keep: '7d',
    },
    [],
  ],
  'secrets that are no variables': [
    {
      html: '<p>Good morning, {{code}}</p>',
      testData: { code: 'a' },
      secret: ['cod', 'code', 'user.code'],
    },
    ['unknown-secret secret', 'unknown-secret secret'],
  ],
};

test.each(Object.entries(findings))('lint finds %s', async (_, [changes, found]) => {
  expect(await lint(changes)).toEqual(found);
});

test('lint finds a sender that is not one of the deployment, if it knows the deployment', async () => {
  const flow = flowOf(mail, send);

  expect(await lint({ flow }, ['other.example'])).toEqual(['unknown-sender flow /nodes/1/from']);
  expect(await lint({ flow }, ['*'])).toEqual([]);
  expect(await lint({ flow })).toEqual([]);
});

test('the level of a lint rule can be changed, and a rule switched off', () => {
  const findings = (['missing-alt', 'gmail-clip', 'insecure-link'] as const).map((code) => ({
    code,
    message: 'm',
  }));

  const judged = judge(findings, { 'missing-alt': 'off', 'gmail-clip': 'error' });

  expect(judged.map(({ code, level }) => [code, level])).toEqual([
    ['gmail-clip', 'error'],
    ['insecure-link', 'warning'],
  ]);
});

test('a class of a layout that only the templates in it have is judged', async () => {
  const html = '<style>.a { display: flex }</style>{{> content}}';
  const layout: TemplateSource = {
    ...{ templateId: 'base', name: 'Base', kind: 'partial', subject: '', html },
  };

  const alone = judge(await lintTemplate(layout, new Map(), null), {});
  const takers = ['<p class="a">Good morning</p>'];
  const taken = judge(await lintTemplate(layout, new Map(), null, { takers }), {});

  expect(alone).toEqual([]);
  expect(taken.map(({ feature }) => feature)).toEqual(['css-display-flex']);
});
