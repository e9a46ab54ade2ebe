import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { keepCopy } from '../../../../../shared/adapters/tables/copies-table.ts';
import { createAccount } from '../../../../../shared/manage/accounts.ts';
import { saveDrafts } from '../../../../../shared/manage/templates/drafts/save-drafts.ts';
import { prepareSources } from '../../../../../shared/manage/templates/prepare-sources.ts';
import { pushTemplates } from '../../../../../shared/manage/templates/push-templates.ts';
import type { TemplateSource } from '../../../../../shared/manage/templates/template-source.ts';
import type { MessageRecord } from '../../../../../shared/message/message.ts';
import type { GivenFields } from '../../../../../shared/message/message-copy.ts';
import { newMessageId, newTestMessageId } from '../../../../../shared/message/message-id.ts';
import { beforeEach, expect, test } from '../../../../jest.ts';
import { recipient } from '../../../../shared/manage/message-records.ts';
import { temporaryFolder } from '../../../../temporary-folder.ts';
import { startCommandLine } from '../../../command-line.ts';
import { refused } from '../../../in-process.ts';
import { recordMessage } from '../../message/recorded-message.ts';

let accountId: string;
let dir: string;

const cli = await startCommandLine();

beforeEach(async () => {
  ({ accountId } = await createAccount(cli.ports, { name: 'Acme', plan: 'free' }));
  dir = temporaryFolder();
});

const flowOf = (...checks: { id: string; [field: string]: unknown }[]) => {
  const ids = [...checks.map(({ id }) => id), 'mail', 'send'];
  return {
    nodes: [
      ...checks.map((check) => ({ type: 'verification', ...check })),
      { id: 'mail', type: 'template' },
      { id: 'send', type: 'provider', provider: 'ses', from: 'zoe@example.com' },
    ],
    edges: ids.slice(1).map((to, index) => ({ from: ids[index], to })),
  };
};

const welcome: TemplateSource = {
  templateId: 'welcome',
  name: 'Welcome',
  subject: 'Welcome, {{name}}',
  html: '<p>Hello {{name}}</p>',
  keep: '7d',
  flow: flowOf(),
};
const receipt = { ...welcome, templateId: 'receipt' };
const footer = (html: string): TemplateSource => ({
  ...{ templateId: 'footer', name: 'Footer', kind: 'partial', subject: '', html },
});

/** Saves templates, which are then served. */
async function serve(...sources: TemplateSource[]): Promise<void> {
  const { prepared, problems } = await prepareSources(cli.ports, accountId, sources);
  expect(problems).toEqual([]);
  await pushTemplates(cli.ports, accountId, prepared);
}

/** Saves templates as drafts, which are not served. */
async function draft(...sources: TemplateSource[]): Promise<void> {
  const { prepared } = await prepareSources(cli.ports, accountId, sources);
  const author = { by: 'eva', how: 'push' };
  await saveDrafts(cli.ports, accountId, prepared, { author, check: () => {} });
}

/** Writes templates into folders. Returns the folder around them. */
async function write(...sources: TemplateSource[]): Promise<string> {
  for (const { templateId: id, html, text, testData: _, ...fields } of sources) {
    const folder = join(dir, 'templates', id);
    await mkdir(folder, { recursive: true });
    await writeFile(join(folder, 'template.json'), JSON.stringify({ id, ...fields }));
    await writeFile(join(folder, 'body.html'), html);
    if (text !== undefined) await writeFile(join(folder, 'body.txt'), text);
  }
  return join(dir, 'templates');
}

/** Writes the template into a folder, with this HTML and a subject that differs from the served one. */
const folderWith = (html = welcome.html) => write({ ...welcome, subject: 'Hi', html });

interface Mail {
  template?: string;
  variables?: Record<string, unknown>;
  given?: GivenFields;
  test?: boolean;
  /** How long ago it was sent. */
  hoursAgo?: number;
  /** The hours until its copy expires. */
  hoursLeft?: number;
  record?: Partial<MessageRecord>;
}

const hourMs = 3_600_000;

/** Records a mail and keeps its copy, as execute does. Returns its id. */
async function mail({
  template: templateId = 'welcome',
  variables = { name: 'Ada' },
  given,
  test = false,
  hoursAgo = 1,
  hoursLeft = 24,
  record,
}: Mail = {}): Promise<string> {
  const nowMs = Date.now() - hoursAgo * hourMs;
  const messageId = test ? newTestMessageId(nowMs) : newMessageId(nowMs);
  const place = { accountId, messageId };
  const createdAt = new Date(nowMs).toISOString();
  await recordMessage(cli, { ...place, templateId, revision: 1, createdAt, ...record });
  const ends = Math.floor((Date.now() + hoursLeft * hourMs) / 1000);
  await keepCopy(cli.ports.messages, place, { variables, given, bodies: null }, ends);
  return messageId;
}

const replay = (...words: string[]) =>
  cli.run(['template', 'replay', ...words, '--account', accountId]);
const report = async (...words: string[]) => {
  const { answer } = await cli.json('template', 'replay', ...words, '--account', accountId);
  const { templates } = answer as { templates: Record<string, unknown>[] };
  return templates;
};

test('replay counts the same, the different and the newly failing mails, and ends with exit code 1', async () => {
  await serve(welcome);
  for (let count = 0; count < 3; count++) await mail({ variables: { name: 'Ada', plan: 'a' } });
  const failing = await mail({ hoursAgo: 100 });
  const folder = await write({ ...welcome, html: '<p>Hello {{name}}</p>{{plan}}' });
  await mail({ variables: { name: 'Ada', plan: '' }, hoursAgo: 2 });

  const { exitCode, stdout, stderr } = await replay(folder);

  expect(stdout).toBe(
    `welcome: 5 mails, the oldest 4 days ago; revision 1 against the folder templates
  1 the same · 3 differ in their text · 1 would fail: Missing required variables: plan (first: ${failing})
`,
  );
  expect(exitCode).toBe(1);
  expect(stderr).toContain(`template replay ${folder} --show ${failing} --account ${accountId}`);
});

const callback = {
  nodes: ['template', 'callback'].map((type) => ({ id: type, type })),
  edges: [{ from: 'template', to: 'callback' }],
};
const port = { secret: ['port'], html: '<a href="https://shop.example:{{port}}/">x</a>' };
const path = { secret: ['path'], html: '<a href="https://shop.example{{path}}">x</a>' };
const code = { secret: ['code'], html: '{{name}} {{code}}' };
const isDomain = { id: 'domain', kind: 'email_domain' };
const hasPlan = { id: 'filled', kind: 'required_fields', fields: ['plan'] };
const isNumber = { id: 'digits', kind: 'regex', field: 'code', pattern: '^[0-9]+$' };

/** The served template, the folder's changes, the variables of each mail, and the output. ID is the last mail's id. */
type TemplatePart = Partial<TemplateSource>;
test.each<[string, [served: TemplatePart, changes: TemplatePart, mails: object[]], string]>([
  [
    'a mail of which only the HTML differs has a count of its own',
    [{}, { html: '<p class="wide">Hello {{name}}</p>' }, [{}]],
    '1 differs in its HTML alone',
  ],
  [
    'a mail that fails with the served template too has a count of its own',
    [{ html: '{{plan}}' }, { html: '{{plan}} {{name}}' }, [{}]],
    '1 would fail as now: Missing required variables: plan (first: ID)',
  ],
  [
    'a mail that fails only with the served template has a count of its own',
    [{ html: '{{plan}}' }, {}, [{}]],
    '1 would no longer fail',
  ],
  [
    'every mail would fail if the flow does not send any more',
    [{}, { flow: callback }, [{}]],
    '1 would fail: The flow would return the mail instead of sending it (first: ID)',
  ],
  [
    'a mail with a list that the candidate prints as a text would fail',
    [{ html: '{{#items}}{{.}}{{/items}}' }, { html: '{{items}}' }, [{ items: ['a'] }]],
    '1 would fail: items must be a string, number or boolean, found an array (first: ID)',
  ],
  [
    'a masked value becomes a text of the same length, because some placeholders refuse the mask',
    [port, { ...port, subject: 'Hi' }, [{ port: '••••' }]],
    '1 differs in its text',
  ],
  [
    'a mail is not judged if a masked value does not suit its place',
    [{ secret: ['path'] }, path, [{ path: '•••' }]],
    '1 not judged: a masked value does not suit its place',
  ],
  [
    "the flow's checks run, except those that ask the DNS, which the replay names",
    [{}, { flow: flowOf(isDomain, hasPlan) }, [{ plan: 'pro' }, {}]],
    `1 the same · 1 would fail: Required fields are missing or empty: plan (first: ID)
  not checked: domain, which asks the DNS`,
  ],
  [
    'a pattern is skipped for masked values, which the replay says, and runs over other values',
    [code, { ...code, flow: flowOf(isNumber) }, [{ code: '••••' }, { code: 'abc' }]],
    `1 the same · 1 would fail: code does not match the pattern (first: ID)
  not checked: digits for 1 mail, because it checks a masked value`,
  ],
])('%s; only a new failure ends with exit code 1', async (_, [served, changes, mails], said) => {
  await serve({ ...welcome, ...served });
  let id = '';
  for (const variables of mails) id = await mail({ variables: { name: 'Ada', ...variables } });

  const { exitCode, stdout } = await replay(await write({ ...welcome, ...changes }));

  expect(stdout).toMatch(/^welcome: .+\n/);
  expect(stdout.slice(stdout.indexOf('\n'))).toBe(`\n  ${said.replace('ID', id)}\n`);
  expect(exitCode).toBe(said.includes('would fail: ') ? 1 : 0);
});

test('without copies, and without a served template, there is nothing to replay, and the exit code is 0', async () => {
  await serve(welcome, receipt);
  await mail();
  const folder = await write(
    welcome,
    { ...receipt, subject: 'Hi' },
    { ...welcome, templateId: 'invite' },
  );

  const { exitCode, stdout, stderr } = await replay(folder);

  expect(stdout.split('\n')).toEqual([
    'invite: the account serves no such template, so there are no mails to compare',
    'receipt: no copies of its mails are kept, so nothing was replayed',
    ...['welcome: the same mails as now', ''],
  ]);
  expect(stderr).toContain('"keep": "7d" in template.json keeps those of live mails');
  expect(exitCode).toBe(0);
});

test('live mails come first, and mails of test keys fill up what is left of --last', async () => {
  await serve(welcome);
  const tests = [await mail({ test: true, hoursAgo: 2 }), await mail({ test: true })];
  const live = await mail({ hoursAgo: 50 });
  const folder = await folderWith();

  const [found] = await report(folder, '--last', '2');
  const [recent] = await report(folder, '--since', '3h');

  expect(found).toMatchObject({ mails: 2, testMails: 1, differInText: [live, tests[1]] });
  expect(recent).toMatchObject({ differInText: [tests[1], tests[0]] });
});

test('a mail that was not sent is not replayed, and no live mail if the served revision keeps no copies', async () => {
  await serve(welcome);
  await mail({ record: { state: 'REFUSED' } });
  const kept = await mail();
  const keeping = await report(await folderWith());
  await serve({ ...welcome, keep: undefined });

  expect(keeping).toMatchObject([{ differInText: [kept] }]);
  expect(await report(await folderWith())).toMatchObject([{ state: 'noMails' }]);
});

test('a changed footer in the folder replays the stored templates that take it', async () => {
  await serve(footer('<i>{{name}}</i>'), { ...welcome, html: '{{> footer}}' });
  const id = await mail();

  const folder = await write(footer('<i>{{name}} of {{company}}</i>'));

  const wouldFail = [{ error: 'Missing required variables: company', messages: [id] }];
  expect(await report(folder)).toMatchObject([{ id: 'welcome', wouldFail }]);
});

test('a replay prints no variables and no addresses unless --show asks for them', async () => {
  await serve({ ...welcome, flow: flowOf() });
  const record = { recipients: [recipient('grace@hidden.example')] };
  const variables = { name: 'Grace-4711', link: 'https://hidden.example/secret' };
  const id = await mail({ variables, record });
  const pattern = { id: 'code', kind: 'regex', field: 'link', pattern: '^[0-9]+$' };
  const broken = await write({ ...welcome, flow: flowOf(pattern) });

  const ended = [await replay(broken), await replay(broken, '--json')];
  const folder = await write({ ...welcome, html: '<p>Hi {{name}}</p>' });
  ended.push(await replay(folder), await replay(folder, '--json'));
  const shown = await replay(folder, '--show', id);

  expect(ended.map(({ exitCode }) => exitCode)).toEqual([1, 1, 0, 0]);
  expect(JSON.stringify(ended)).not.toMatch(/Grace|hidden\.example/);
  expect(shown.stdout).toContain('Grace-4711');
});

test('the subject, the reply address and the recipients of the request are those of the replay', async () => {
  const fields = ['_subject', '_replyTo', '_to', '_cc'];
  const flow = flowOf({ id: 'filled', kind: 'required_fields', fields });
  await serve({ ...welcome, subject: '{{title}}', flow });
  const recipients = [recipient('ada@example.com'), recipient('eva@example.com', '_cc')];
  const given = { _subject: 'A {{subject}}', _replyTo: 'help@example.com' };
  await mail({ given, record: { recipients } });

  const folder = await write({ ...welcome, subject: '{{heading}}', flow });

  expect(await report(folder)).toMatchObject([{ same: 1, wouldFail: [], failAlready: [] }]);
});

test('a draft is compared with what is served, and --show prints the difference', async () => {
  await serve(welcome);
  const id = await mail();
  await draft({ ...welcome, html: '<p>Hello {{name}} of {{company}}</p>' });

  const { exitCode, stdout, stderr } = await replay('welcome', '--draft');
  const shown = await replay('welcome', '--draft', '--show', id);
  await serve(receipt);
  const without = await replay('receipt', '--draft');

  expect(stdout).toBe(
    `welcome: 1 mail, the oldest 1 hour ago; revision 1 against the draft
  1 would fail: Missing required variables: company (first: ${id})
`,
  );
  expect(exitCode).toBe(1);
  expect(stderr).toContain(`replay welcome --draft --show ${id} --account ${accountId}\n`);
  expect(shown.stdout).toContain('with the draft it would fail');
  expect(without).toEqual(refused('receipt has no draft: template push --draft saves one'));
});

test('--show prints the difference of one mail as template diff does, or why there is none', async () => {
  const text = 'Hello {{name}}\n';
  const served = { ...welcome, secret: ['path'], html: '<p>Hello {{name}}</p>\n', text };
  await serve(served);
  const id = await mail({ variables: { name: 'Ada', path: '•••' } });
  const show = async (html: string) => replay(await write({ ...served, html }), '--show', id);

  const shown = await show('<p>Hi {{name}}</p>\n');
  const failing = await show('{{plan}}');
  const masked = await show('<a href="https://shop.example{{path}}">x</a>');

  expect(shown.stdout.split('\n')).toEqual([
    ...['--- welcome/html\trevision 1', '+++ welcome/html\tthe folder templates'],
    ...['@@ -1,1 +1,1 @@', '-<p>Hello Ada</p>', '+<p>Hi Ada</p>', ''],
  ]);
  expect(shown.exitCode).toBe(0);
  const why = 'it would fail: Missing required variables: plan';
  const stdout = `welcome: with the folder templates ${why}\n`;
  expect(failing).toEqual({ exitCode: 1, stdout, stderr: '' });
  expect(masked.stdout).toContain('cannot be judged');
});

test('--show refuses a message of another template, one without a copy and one that does not exist', async () => {
  await serve(welcome, receipt);
  const folder = await folderWith();
  const other = await mail({ template: 'receipt' });
  const gone = await mail({ hoursLeft: -1 });
  const sentences: string[] = [];
  for (const id of [other, gone, '01KQHFP6800000000000000001']) {
    sentences.push((await replay(folder, '--show', id)).stderr.trim());
  }

  expect(sentences).toEqual([
    `Error: ${other} is a mail of receipt, which is not replayed here`,
    `Error: ${gone} has no copy, or its copy is not kept any more`,
    expect.stringContaining('has no message 01KQHFP6800000000000000001'),
  ]);
});

const letter: TemplateSource = {
  ...welcome,
  language: 'en',
  languages: { pt: { subject: 'Olá, {{name}}', html: '<p>Olá {{name}}</p>' } },
};

/** Writes the letter with another HTML in Portuguese. */
async function writeInPortuguese(html: string): Promise<string> {
  const languages = { pt: { subject: 'Olá, {{name}}' } };
  const folder = await write({ ...letter, languages } as unknown as TemplateSource);
  await writeFile(join(folder, 'welcome/body.pt.html'), html);
  return folder;
}

test('a mail is made again in its language, so that a change which breaks Portuguese alone is found', async () => {
  await serve(letter);
  await mail({ given: { _language: 'en' } });
  const failing = await mail({ given: { _language: 'pt' } });
  const folder = await writeInPortuguese('<p>Olá {{name}}, {{plan}}</p>');

  const wouldFail = [{ error: 'Missing required variables: plan', messages: [failing] }];
  expect(await report(folder)).toMatchObject([{ same: 1, wouldFail }]);
});

test('template replay follows a branch: to a candidate, and else to the template that is served', async () => {
  const branch = { id: 'pro', type: 'branch', field: 'plan', template: 'pro' };
  const served = { ...welcome, keep: undefined, flow: flowOf(branch) };
  const pro = { ...welcome, templateId: 'pro', html: '<p>Dear {{name}}</p>' };
  await serve(pro, served);
  const toPro = await mail({ variables: { name: 'Ada', plan: 'pro' } });
  const own = await mail();

  const folder = await write(served, { ...pro, subject: 'Dear {{name}}' });
  const [, ofFolder] = await report(folder);
  const shown = await replay(folder, '--show', toPro);
  await draft({ ...welcome, flow: flowOf(branch), html: '<p>Hi {{name}}</p>' });
  const [ofDraft] = await report('welcome', '--draft');

  expect(ofFolder).toMatchObject({ same: 1, differInText: [toPro], differInHtml: [] });
  expect(shown.stdout).toContain('Dear Ada');
  expect(ofDraft).toMatchObject({ same: 1, differInText: [own] });
});
