import { createHash, randomBytes } from 'node:crypto';
import { readKey } from '../../shared/adapters/tables/keys-table.ts';
import { readHead } from '../../shared/adapters/tables/templates-table.ts';
import { compileTemplate } from '../../shared/engine/render/compile-template.ts';
import { startLogLine } from '../../shared/http/log-line.ts';
import { hashApiKey, mintApiKey } from '../../shared/keys/api-key.ts';
import { type AddressFields, parseDelivery } from '../../shared/message/recipients.ts';
import { expect, test } from '../jest.ts';
import { missingNames, renderHtml, renderSubject } from '../shared/engine/render/rendering.ts';

test('V1.1.1 a value is used as it came: nothing in it is decoded', () => {
  const html = renderHtml('<p>{{v}}</p>', { v: '&lt;b&gt; %3Cb%3E \\u003cb\\u003e' });

  expect(html).toBe('<p>&amp;lt;b&amp;gt; %3Cb%3E \\u003cb\\u003e</p>');
});

test('V1.1.2 V1.2.1 a value is escaped when it is printed as HTML, and not before', () => {
  const v = `"><b title='{{x}}'>&`;

  expect(renderHtml('<p title="{{v}}">{{v}}</p>', { v })).toBe(
    '<p title="&quot;&gt;&lt;b title=&#39;&#123;&#123;x&#125;&#125;&#39;&gt;&amp;">&quot;&gt;&lt;b title=&#39;&#123;&#123;x&#125;&#125;&#39;&gt;&amp;</p>',
  );
  expect(renderSubject('{{v}}', { v: '<b> & "c"' })).toBe('<b> & "c"');
});

test.each(['javascript:alert(1)', ' JaVa\tScRiPt:alert(1)', 'data:text/html,x', 'vbscript:x'])(
  'V1.2.2 a value leads only to an address that mail clients open: %j',
  (v) => {
    expect(() => renderHtml('<a href="{{v}}">x</a>', { v })).toThrow(/^v /);
  },
);

test('V1.3.7 a value is never read as a template', () => {
  const variables = { v: '{{secret}}', secret: 'told' };

  expect(renderHtml('{{v}}{{{v}}}', variables)).not.toContain('told');
  expect(renderSubject('{{v}}', variables)).not.toContain('told');
});

test.each(['constructor', 'constructor.constructor', '__proto__.polluted', 'toString', 'length'])(
  'V1.3.5 a value has only the caller’s fields: {{%s}} reaches nothing else',
  (name) => {
    expect(missingNames({ html: `{{${name}}}` }, { a: 'b' })).toEqual([name]);
  },
);

test.each([
  '<script>var x = "{{v}}";</script>',
  '<a onclick="go(\'{{v}}\')">x</a>',
  '<a href="javascript:go({{v}})">x</a>',
])('V1.2.3 a template builds no script: %s', (html) => {
  expect(() => compileTemplate({ subject: '', html, text: null })).toThrow();
});

const injected = 'ada@good.example\r\nBcc: eve@evil.example';

test.each<AddressFields>([
  { _to: injected },
  { _to: `Ada\r\nBcc: eve@evil.example <ada@good.example>` },
  { _to: 'ada@good.example', _cc: injected },
  { _to: 'ada@good.example', _bcc: injected },
  { _to: 'ada@good.example', _replyTo: injected },
  { _to: 'ada@good.example\0' },
])('V1.3.11 an address never begins a header field: %j', (fields) => {
  expect(parseDelivery(fields)).toMatchObject({ ok: false });
});

test('V1.3.3 a header field is one line, whatever the subject contains', () => {
  const subject = renderSubject('Hi {{v}}', { v: 'Ada\r\nBcc: eve@evil.example\u2028x\0' });

  expect(subject).toBe('Hi Ada Bcc: eve@evil.example x');
});

test('V1.2.4 a table gets each value as a parameter, separate from the expression', async () => {
  const asked: { input: unknown }[] = [];
  const send = async (command: { input: unknown }) => {
    asked.push(command);
    return {};
  };
  const table = { client: { send }, name: 'T' } as unknown as Parameters<typeof readKey>[0];
  const hostile = `x' OR '1'='1 #:{"S":"y"}`;

  await readKey(table, hostile);
  await readHead(table, hostile, hostile);

  expect(asked.map(({ input }) => input)).toEqual([
    { TableName: 'T', Key: { keyHash: { S: hostile } }, ConsistentRead: true },
    // There is no read of a head, because this text cannot be an id.
  ]);
});

test('V11.5.1 V11.2.3 an API key has 178 random bits, and each key is different', () => {
  const one = mintApiKey((size) => Buffer.alloc(size, 1));
  const other = mintApiKey((size) => Buffer.alloc(size, 2));
  const many = new Set(Array.from({ length: 1000 }, () => mintApiKey(randomBytes)));

  expect(Math.log2(62 ** (one.length - 'pr_'.length - 6))).toBeGreaterThan(178);
  expect(one.slice(3, 33)).not.toBe(other.slice(3, 33));
  expect(many.size).toBe(1000);
});

test('V11.4.1 V11.4.3 an API key is found by its SHA-256, of all 256 bits', () => {
  const secret = mintApiKey(randomBytes);

  expect(hashApiKey(secret)).toBe(createHash('sha256').update(secret).digest('hex'));
});

test('V16.2.4 V16.4.1 the log has one line of JSON for each event, whatever it contains', () => {
  const written: string[] = [];
  const { write } = process.stdout;
  process.stdout.write = (text) => written.push(String(text)) > 0;
  const outcome = 'ok\n{"level":"info","forged":true}\r\u2028';
  try {
    startLogLine('render').write({ outcome });
  } finally {
    process.stdout.write = write;
  }

  const lines = written.join('').split(/\r\n|[\r\n]/);
  expect(lines).toEqual([expect.any(String), '']);
  expect(JSON.parse(lines[0] ?? '')).toMatchObject({ outcome, endpoint: 'render' });
});
