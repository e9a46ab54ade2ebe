import { describe, expect, test } from '../../jest.ts';
import { invalid, ok, problem, startDashboard } from './dashboard.ts';

const dashboard = await startDashboard();
const { ask } = await dashboard.accountDoor();

const render = (body: object) => ask('POST', '/render', { body });
const draft = { subject: 'Hi {{name}}', html: '<p>Dear {{name}}</p>' };
const use = (name: string, uses = ['value'], required = true) => ({
  name,
  within: [],
  uses,
  required,
  defaults: [],
});

describe('a rendered draft', () => {
  test('a rendered draft is the mail that would be sent, with the text derived from its HTML', async () => {
    const answer = await render({ ...draft, data: { name: 'Ada & Co', more: 1 } });

    expect(answer).toEqual(
      ok({
        subject: 'Hi Ada & Co',
        html: '<p>Dear Ada &amp; Co</p>',
        text: 'Dear Ada & Co',
        variables: [use('name')],
        missing: [],
        unused: ['more'],
        warnings: [],
      }),
    );
  });

  const warning = (code: string, part: string, detail: string, more: object = {}) => ({
    ...{ code, part, detail, ...more },
  });
  const missing = (detail: string) => [warning('missing-text', 'text', detail)];
  const notInText = (variable: string) =>
    warning(
      ...(['html-only-variable', 'text'] as const),
      `The HTML prints ${variable}, and the text does not: add it to the text, or leave the text out to have it derived`,
      { variable },
    );
  const raw = (line: number, column: number, name: string) =>
    warning(
      ...(['raw-placeholder', 'html'] as const),
      `${name} is printed unescaped: write {{${name}}} unless its value is HTML that you trust`,
      { line, column },
    );
  const unencoded = (part: string, line: number, column: number, name: string) =>
    warning(
      ...(['unencoded-value', part] as const),
      `The value of ${name} can add a field to the query of its link, or end the link: write {{%${name}}}, unless your application encodes the value`,
      { line, column },
    );
  const linked = '<a href="https://acme.example/spring"><img src="a.png" alt="Sale"></a>';

  test.each([
    [
      'an empty subject',
      { subject: '{{s|}}', html: 'x' },
      [warning('empty-subject', 'subject', 'The subject is empty with this data: write one')],
    ],
    [
      'an empty text',
      { subject: 's', html: '<img alt="" src="a.png">' },
      missing('The plain text is empty with this data: readers without HTML see nothing'),
    ],
    [
      'a text that leaves everything to pictures',
      { subject: 's', html: linked },
      missing(
        'The plain text has almost no words, and the HTML has pictures: write what they show as text, or in their alt attributes',
      ),
    ],
    [
      'a variable that the text has not',
      {
        ...{ subject: '{{b}}', html: '{{a}} {{b}} {{#c}}{{d}}{{/c}}', text: '{{b}}' },
        data: { a: 1, b: 2 },
      },
      [notInText('a'), notInText('d')],
    ],
    [
      'raw tags, with their places',
      { subject: '{{{s}}}', html: 'x\n {{{a}}}{{& b }}', data: { s: 's', a: 'a', b: 'b' } },
      [raw(2, 2, 'a'), raw(2, 9, 'b')],
    ],
    [
      'values of queries that are not encoded, with their places',
      {
        html: '<p>Good morning\n<a href="{{u}}?a={{%a}}&b=1-{{#s}}{{a}}{{/s}}">x</a> ?a= {{a}} &a;b={{a}}',
        text: 'Good morning https://a.example/{{s}}?{{s}}={{ s | x }}#a={{a}}\n{{u}}&u={{u}}&v={{{u}}}',
        subject: 's?a={{a}}',
        data: { u: 'https://a.example', a: 'a', s: 's' },
      },
      [unencoded('html', 2, 35, 'a'), unencoded('text', 1, 44, 's'), unencoded('text', 2, 9, 'u')],
    ],
    [
      'what mail clients do not show, but for places that a comment accepts',
      {
        ...{ subject: 's', text: 'x' },
        html: '<p>Good morning\n<svg></svg>\n<p style="display: flex">{{! postrider-ignore css-display-flex: one column }}',
      },
      [
        {
          ...{ code: 'client-breaks', feature: 'html-svg', part: 'html', line: 2, column: 1 },
          ...{ clients: ['gmail', 'outlook-windows', 'outlook-web', 'yahoo'], share: 0.65 },
          detail:
            'Gmail, Outlook (Windows), Outlook.com, Yahoo Mail: drawings in svg are removed: use a PNG picture with alt',
        },
      ],
    ],
    [
      'HTML that Gmail cuts off',
      { subject: 's', html: `<p>${'x'.repeat(102 * 1024)}</p>` },
      [
        warning(
          ...(['gmail-clip', 'html'] as const),
          'The HTML is 103 KB with this data, and Gmail cuts a message off at 102 KB: shorten it',
        ),
      ],
    ],
  ])('a rendered draft warns of %s', async (_, body, warnings) => {
    const answer = await render(body);

    expect(answer).toMatchObject({ status: 200 });
    expect((answer.body as { warnings: unknown }).warnings).toEqual(warnings);
  });

  test('a draft that does not compile is refused with the place of each problem', async () => {
    const answer = await render({ subject: '{{', html: 'a\n{{#b}}', text: '{{> c}}' });

    expect(answer).toMatchObject({
      status: 400,
      body: {
        code: 'invalid',
        errors: [
          { pointer: '/subject', line: 1, column: 1, detail: expect.any(String) },
          { pointer: '/html', line: 2, column: 1, detail: expect.any(String) },
          { pointer: '/text', line: 1, column: 1, detail: expect.any(String) },
        ],
      },
    });
  });

  test('a draft with a value that cannot be printed is refused, and the answer names it', async () => {
    const answer = await render({ subject: 's', html: '{{a.b}}', data: { a: { b: [] } } });

    const detail = 'a.b must be a string, number or boolean, found an array';
    expect(answer).toEqual(invalid({ pointer: '/data', detail }));
  });

  const much = { data: { l: Array(900).fill(1), x: 'x'.repeat(5000) } };
  test.each([
    ['subject', { subject: '{{x}}', html: 'h', ...much }],
    ['html', { subject: 's', html: '{{#l}}{{x}}{{/l}}', ...much }],
    ['text', { subject: 's', html: 'h', text: '{{#l}}{{x}}{{/l}}', ...much }],
  ])('a draft over a limit is refused with its part: %s', async (part, body) => {
    const answer = await render(body);

    expect(answer).toEqual(
      invalid({ pointer: `/${part}`, detail: expect.stringContaining('is larger than') }),
    );
  });
});

const mail = { id: 'mail', type: 'template' };
const send = { id: 'send', type: 'provider', provider: 'ses', from: 'Zoe <zoe@example.com>' };
const edge = (from: string, to: string) => ({ from, to });

describe('the check of a flow', () => {
  test.each([
    ['none', null],
    ['one that may be saved', { nodes: [mail, send], edges: [edge('mail', 'send')] }],
  ])('a checked flow has no problems: %s', async (_, flow) => {
    const answer = await ask('POST', '/flow/check', { body: { flow } });

    expect(answer).toEqual(ok({ problems: [] }));
  });

  test('a checked flow has all its problems, with JSON Pointers into the flow', async () => {
    const regex = { id: 'r', type: 'verification', kind: 'regex', field: 'a', pattern: '(' };
    const flow = { nodes: [mail, { ...send, from: 'zoe' }, regex], edges: [edge('mail', 'send')] };

    const answer = await ask('POST', '/flow/check', { body: { flow } });

    const detail = expect.any(String);
    const problems = [
      { code: 'unreachable-node', pointer: '/nodes/2', detail },
      { code: 'bad-pattern', pointer: '/nodes/2/pattern', detail },
      { code: 'bad-mailbox', pointer: '/nodes/1/from', detail },
    ];
    expect(answer).toEqual(ok({ problems }));
  });
});

describe('a test run of a flow', () => {
  const check = { id: 'mx', type: 'verification', kind: 'email_domain' };
  const flow = { nodes: [check, mail, send], edges: [edge('mx', 'mail'), edge('mail', 'send')] };
  const run = (change: object) =>
    ask('POST', '/flow/run', { body: { ...draft, flow, data: { name: 'Ada' }, ...change } });

  test('a test run answers as execute would, sends nothing and has its steps', async () => {
    const answer = await run({ delivery: { _to: 'ada@example.net', _subject: 'Mine', _cc: null } });

    const content = { html: '<p>Dear Ada</p>', text: 'Dear Ada', subject: 'Mine' };
    const step = (node: string, type: string, outcome: string) => ({
      node,
      type,
      outcome,
      ms: expect.any(Number),
    });
    expect(answer).toEqual(
      ok({
        outcome: { success: true, type: 'callback', ...content },
        trace: [
          step('send', 'delivery', 'passed'),
          step('mx', 'verification', 'passed'),
          step('mail', 'template', 'rendered'),
          step('send', 'provider', 'not_sent'),
        ],
      }),
    );
    expect(dashboard.ses.calls).toEqual([]);
  });

  test('a test run to a suppressed address fails', async () => {
    await ask('POST', '/suppressions', { body: { address: 'eve@example.net' } });

    const answer = await run({ delivery: { _to: 'Eve@example.net' } });

    const error = expect.stringContaining('_to is suppressed since');
    expect(answer).toMatchObject({ body: { outcome: { field: '_to', error } } });
  });

  test('a test run fails for a sender that the deployment does not have', async () => {
    const foreign = { ...flow, nodes: [check, mail, { ...send, from: 'zoe@elsewhere.example' }] };

    const answer = await run({ flow: foreign, delivery: { _to: 'ada@example.net' } });

    expect(answer).toMatchObject({ body: { outcome: { success: false, type: 'flow_error' } } });
  });

  test('a test run without an answer of DNS is refused, to be tried again', async () => {
    const answer = await run({ delivery: { _to: 'ada@silent.example' } });

    const headers = { 'retry-after': '1' };
    expect(answer).toEqual(
      problem(503, 'no_dns_answer', 'Domain lookup failed, try again', { headers }),
    );
  });

  test('a test run is refused with all mistakes of its delivery fields', async () => {
    const answer = await run({ delivery: { _to: 1, _form: 'x', to: 'ada@example.net' } });

    expect(answer).toEqual(
      invalid(
        { pointer: '/delivery/_to', detail: '_to must be a string, found a number' },
        { pointer: '/delivery/_form', detail: '_form is not a known delivery field' },
        { pointer: '/delivery/to', detail: 'to is not a known delivery field' },
      ),
    );
  });

  test('a test run of a draft that does not compile is refused with the places', async () => {
    const answer = await run({ html: '{{', flow: { nodes: [], edges: [] } });

    expect(answer).toMatchObject({
      status: 400,
      body: { errors: [{ pointer: '/html' }, { pointer: expect.stringMatching(/^\/flow/) }] },
    });
  });
});
