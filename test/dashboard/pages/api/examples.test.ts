import { execFileSync } from 'node:child_process';
import {
  type ApiRequest,
  curl,
  executeRequest,
  nodeFetch,
  python,
  renderRequest,
  verifyRequest,
} from '../../../../dashboard/src/pages/api/examples.ts';
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

/** Runs the lines with a `fetch` that records its arguments. */
async function givenToFetch(request: ApiRequest): Promise<unknown> {
  const Run = Object.getPrototypeOf(async () => {}).constructor;
  const run = new Run('fetch', 'process', nodeFetch(request));
  let given: unknown;
  const fetch = async (url: string, { body, ...init }: { body: string }) => {
    given = { url, ...init, body };
    return { ok: true, json: async () => ({}) };
  };
  await run(fetch, { env: { POSTRIDER_API_KEY: 'pr_secret' } });
  return given;
}

test('Node.js sends exactly the example request, whatever the data', async () => {
  const testData = JSON.parse('{"__proto__":{"a":1},"it\'s":"`${process.exit()}`\\u2028"}');
  const request = executeRequest(base, { ...template, testData, variables: [] });

  const given = await givenToFetch(request);

  expect(given).toEqual({
    url: 'http://127.0.0.1:3000/v1/execute',
    method: 'POST',
    headers: {
      Authorization: 'Bearer pr_secret',
      'Content-Type': 'application/json',
      'Idempotency-Key': 'welcome-1001',
    },
    body: JSON.stringify(request.body),
  });
});

test('Python gets the example request with its own words for true, false and null', () => {
  const flags = { on: true, off: false, none: null };
  const testData = { name: 'Ada "L"\u2028', ...flags, list: [{ a: 1 }, []] };
  const request = executeRequest(base, { ...template, testData, variables: [] });

  expect(python(request)).toBe(
    [
      'import json',
      'import os',
      'from urllib.request import Request, urlopen',
      '',
      'body = {',
      '    "templateId": "welcome",',
      '    "variables": {',
      '        "name": "Ada \\"L\\"\u2028",',
      '        "on": True,',
      '        "off": False,',
      '        "none": None,',
      '        "list": [',
      '            {',
      '                "a": 1,',
      '            },',
      '            [],',
      '        ],',
      '    },',
      '    "_to": "success@simulator.amazonses.com",',
      '}',
      'headers = {',
      '    "Authorization": "Bearer " + os.environ["POSTRIDER_API_KEY"],',
      '    "Content-Type": "application/json",',
      '    "Idempotency-Key": "welcome-1001",',
      '}',
      'request = Request("http://127.0.0.1:3000/v1/execute", json.dumps(body).encode(), headers)',
      'with urlopen(request) as response:',
      '    answer = json.load(response)',
    ].join('\n'),
  );
});

test('the example of verify has one address', () => {
  expect(verifyRequest(base)).toEqual({
    url: 'http://127.0.0.1:3000/v1/verify',
    headers: {},
    body: { email: 'success@simulator.amazonses.com' },
  });
});
