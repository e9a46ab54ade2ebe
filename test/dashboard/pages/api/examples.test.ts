import { execFileSync } from 'node:child_process';
import {
  curl,
  executeRequest,
  renderRequest,
  verifyRequest,
} from '../../../../dashboard/src/pages/api/examples.ts';
import { type ProgramLanguage, program } from '../../../../dashboard/src/pages/api/programs.ts';
import { documentText } from '../../../docs/commands.ts';
import { expect, test } from '../../../jest.ts';
import { templateOf } from '../../template.ts';
import { variable } from '../editor/variable.ts';

/** A template that sends. Its test data have only one of its variables. */
const template = templateOf({
  ...{ id: 'welcome', testData: { name: "Ada O'Neil" }, flowStatus: 'provider' },
  variables: [
    variable('name', { required: true }),
    variable('link', { required: true }),
    variable('place', { defaults: ['here'] }),
  ],
});

const base = 'http://127.0.0.1:3000/v1';

test.each([
  ['provider', { 'Idempotency-Key': 'welcome-1001' }, { _to: 'success@simulator.amazonses.com' }],
  ['callback', {}, {}],
  ['none', {}, {}],
] as const)(
  'the example of a flow that ends in %s has the headers %j and the safe recipient %j',
  (flowStatus, headers, recipient) => {
    expect(executeRequest(base, { ...template, flowStatus })).toEqual({
      ...{ url: 'http://127.0.0.1:3000/v1/execute', headers },
      body: {
        ...{ templateId: 'welcome', variables: { name: "Ada O'Neil", link: 'link' } },
        ...recipient,
      },
    });
  },
);

test('the example for curl has one option a line', () => {
  expect(curl(renderRequest(base, template))).toBe(
    [
      `curl -sS 'http://127.0.0.1:3000/v1/render' \\`,
      `  -H "Authorization: Bearer $POSTRIDER_API_KEY" \\`,
      `  -H 'Content-Type: application/json' \\`,
      `  -d '{`,
      `  "template_id": "welcome",`,
      `  "variables": {`,
      `    "name": "Ada O'\\''Neil",`,
      `    "link": "link"`,
      `  }`,
      `}'`,
    ].join('\n'),
  );
});

/** Runs the lines in a shell with a `curl` that prints its arguments. */
function givenToCurl(lines: string): string[] {
  const script = `curl() { printf '%s\\0' "$@"; }\n${lines}`;
  const env = { ...process.env, POSTRIDER_API_KEY: 'pr_secret' };
  return execFileSync('sh', ['-c', script], { encoding: 'utf8', env }).split('\0').slice(0, -1);
}

const hostile = { "it's": '$(id) `id` "q" \\ \n</script>${x} ! ~ * ; & | ünï 🙂', __proto: 1 };

test('curl sends exactly the example request, whatever the data', () => {
  const request = executeRequest(base, { ...template, testData: hostile, variables: [] });

  const given = givenToCurl(curl(request));

  expect(given.slice(0, -1)).toEqual([
    ...['-sS', request.url, '-H', 'Authorization: Bearer pr_secret'],
    ...['-H', 'Content-Type: application/json', '-H', 'Idempotency-Key: welcome-1001', '-d'],
  ]);
  expect(JSON.parse(given.at(-1) ?? '')).toEqual(request.body);
});

const documents = {
  clients: documentText('docs/api/clients.md'),
  languages: documentText('docs/languages.md'),
};

/** A mail in which each kind of JSON value is. */
const mail = {
  ...executeRequest('https://api.example.com/v1', { ...template, id: 'receipt' }),
  body: { on: true, none: null, list: [{ a: 1 }, []], 'o\'"\\': '$&\u2028', empty: {} },
};

test.each<[ProgramLanguage, string[]]>([
  [
    'ts',
    [
      "import { createClient } from '@postrider/client';",
      "baseUrl: 'https://api.example.com/v1', apiKey: process.env.POSTRIDER_API_KEY ?? ''",
      'await postrider.execute(\n  {\n    "on": true,\n    "none": null,\n    "list": [\n      {\n        "a": 1,\n',
      '    "o\'\\"\\\\": "$&\u2028",\n    "empty": {},\n  },\n  { idempotencyKey: \'receipt-1001\' },\n);',
    ],
  ],
  [
    'python',
    [
      'BASE_URL = "https://api.example.com/v1"',
      'os.environ["POSTRIDER_API_KEY"]',
      '    {\n        "on": True,\n        "none": None,\n        "list": [\n            {\n                "a": 1,\n',
      '        "empty": {},\n    },\n    idempotency_key="receipt-1001",\n)',
    ],
  ],
  [
    'go',
    [
      'const baseURL = "https://api.example.com/v1"',
      'os.Getenv("POSTRIDER_API_KEY")',
      'execute(map[string]any{\n\t\t"on": true,\n\t\t"none": nil,\n\t\t"list": []any{\n\t\t\tmap[string]any{\n',
      '\t\t"empty": map[string]any{},\n\t}, "receipt-1001")',
    ],
  ],
  [
    'php',
    [
      "const BASE_URL = 'https://api.example.com/v1';",
      "getenv('POSTRIDER_API_KEY')",
      "    [\n        'on' => true,\n        'none' => null,\n        'list' => [\n            [\n",
      "        'o\\'\"\\\\' => '$&\u2028',\n        'empty' => new stdClass,\n    ],\n    'receipt-1001',\n);",
    ],
  ],
  [
    'ruby',
    [
      "BASE_URL = 'https://api.example.com/v1'",
      "ENV.fetch('POSTRIDER_API_KEY')",
      "  {\n    'on' => true,\n    'none' => nil,\n    'list' => [\n      {\n",
      "    'o\\'\"\\\\' => '$&\u2028',\n    'empty' => {},\n  },\n  'receipt-1001'\n)",
    ],
  ],
])(
  'the example in %s is the program of the documents with the address, the key and the mail',
  (language, parts) => {
    const written = program(documents, language, mail);

    expect(parts.filter((part) => !written.includes(part))).toEqual([]);
    expect(written).not.toMatch(/welcome|ada@|someone@|127\.0\.0\.1/);
  },
);

test('for render and verify there is a call of the client, or the address and the body for the program', () => {
  const render = renderRequest(base, { ...template, testData: {}, variables: [] });

  expect(program(documents, 'ts', render)).toContain(
    'const answer = await postrider.render({\n  "template_id": "welcome",\n  "variables": {},\n});',
  );
  expect(program(documents, 'ruby', verifyRequest(base))).toBe(
    `POST ${base}/verify\n\n{\n  'email' => 'success@simulator.amazonses.com',\n}`,
  );
});

test('the example of verify has one address', () => {
  expect(verifyRequest(base)).toEqual({
    url: 'http://127.0.0.1:3000/v1/verify',
    headers: {},
    body: { email: 'success@simulator.amazonses.com' },
  });
});
