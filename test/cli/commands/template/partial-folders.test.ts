import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from '../../../jest.ts';
import { wordsOf } from '../../in-process.ts';
import { commandLinePerTest } from './command-line-per-test.ts';
import { writePartial, writeTemplateFolder } from './folders-on-disk.ts';

const at = commandLinePerTest();

const partial = (id: string, html: string, fields = {}) =>
  writePartial(at.folder, id, html, fields);
const template = (id: string, html: string, fields = {}) =>
  writeTemplateFolder(at.folder, id, html, fields);
const run = (line: string) => at.template(...wordsOf(line));
const render = (line: string) => at.run(wordsOf(`render ${line}`));
const push = () => run('push templates');

/** Pushes a template that includes a footer. */
async function pushBoth(): Promise<void> {
  await template('welcome', 'Hi{{> footer}}');
  await partial('footer', 'F');
  await push();
}

test('a push and a diff name the variables that a changed footer makes required', async () => {
  await pushBoth();
  await partial('footer', 'G {{city}} {{street|}}');

  const diff = await run('diff templates/footer');
  const pushed = await run('push templates/footer');
  await partial('footer', 'H {{city}}');
  const again = await at.answer('push templates/footer');

  expect(diff.stdout.trimEnd().split('\n').at(-1)).toBe('welcome now also requires city');
  expect(pushed.stdout.trimEnd().split('\n').at(-1)).toBe('welcome now also requires city.');
  expect(JSON.stringify(again)).not.toContain('requires');
});

test('a mistake in a partial that many templates take is reported once', async () => {
  await partial('footer', '<p>{{name</p>');
  for (const id of ['a', 'b', 'c']) await template(id, '{{> footer}}');
  await partial('link', '{{url}}');
  for (const id of ['d', 'e', 'f']) await template(id, '<a href={{> link}}>x</a>');

  const refused = await push();

  expect(refused.stderr.trimEnd().split('\n').slice(1)).toEqual([
    expect.stringMatching(/^ {2}templates\/footer\/body\.html:1:4 /),
    expect.stringMatching(/link\/body\.html:1:1, in templates\/d\/.+$/),
  ]);
});

test('a partial whose template.json is broken is the only problem of the templates that take it', async () => {
  await partial('base', '{{> content}}');
  await writeFile(join(at.folder, 'base/template.json'), '{"id": "base",}');
  await template('a', 'x', { layout: 'base' });
  await template('b', 'y{{> footer}}', { layout: 'base' });
  await partial('footer', 'F', { kind: 'layout' });

  const refused = await push();

  expect(refused.stderr.split('\n').slice(1)).toEqual([
    expect.stringMatching(/^ {2}templates\/base\/template\.json:1:15 /),
    expect.stringMatching(
      /^ {2}templates\/footer\/template\.json:4:11 must have "partial" as kind, or no kind/,
    ),
    '',
  ]);
});

test('a push of a footer does not hide another person’s change to a template that takes it', async () => {
  await pushBoth();
  await run('pull templates');
  await run('pull elsewhere');
  await writeTemplateFolder(join(at.dir, 'elsewhere'), 'welcome', 'Theirs{{> footer}}');
  await run('push elsewhere');
  await partial('footer', 'G');
  await run('push templates/footer');

  await template('welcome', 'Mine{{> footer}}');
  const refused = await push();

  expect(refused.stderr).toContain('welcome was changed since: revision 3');
  expect(await at.pulled()).toEqual({ footer: 2, welcome: 1 });
});

test('a pull writes kind and layout, so that a push of it changes nothing', async () => {
  await template('welcome', 'Hi', { layout: 'base' });
  await partial('base', '{{> content}}', { layout: 'outer' });
  await partial('outer', '[{{> content}}]');
  await push();

  await run('pull copy');
  const read = async (id: string) =>
    JSON.parse(await readFile(join(at.dir, 'copy', id, 'template.json'), 'utf8'));
  const diff = await run('diff copy --exit-code');

  expect([await read('welcome'), await read('base')]).toEqual([
    { id: 'welcome', name: 'welcome', layout: 'base', subject: 'Hello' },
    { id: 'base', name: 'base', kind: 'partial', layout: 'outer' },
  ]);
  expect(diff.exitCode).toBe(0);
});

test('a diff shows the footer, and names what would be saved again because of it', async () => {
  await template('welcome', 'Hi{{> footer}}');
  await partial('footer', 'F\n');
  await push();
  await partial('footer', 'G\n');

  const diff = await run('diff templates/footer');
  const differing = await at.answer('diff templates/footer');
  await run('push templates/footer');
  const revisions = await run('diff welcome 1 2');

  expect(diff.stdout.split('\n')).toEqual([
    ...['--- footer/html\trevision 1', '+++ footer/html\tfooter', '@@ -1,1 +1,1 @@'],
    ...['-F', '+G', 'welcome takes footer 2', ''],
  ]);
  expect(differing).toMatchObject({
    templates: [{ id: 'footer' }, { id: 'welcome', because: 'footer 2', parts: [] }],
  });
  expect(revisions.stdout).toBe('welcome takes footer 2\n');
});

test('lint takes partials from the folders beside, and names a missing one', async () => {
  await template('welcome', '<p>Good morning, {{> name}}</p>\n{{> footer}}', { layout: 'base' });
  await partial('base', '<p>{{> content}}</p>');
  await partial('name', 'you');

  const whole = await run('lint templates');
  const one = await run('lint templates/welcome');

  const line =
    'templates/welcome/body.html:2:1 error invalid-template: There is no partial "footer": correct its name, or push it';
  expect(whole.stdout).toBe(`${line}\n1 error, 0 warnings\n`);
  expect(one.stdout).toBe(whole.stdout);
});

test('lint names a missing layout once, in the template.json that names it', async () => {
  await template('welcome', '<p>Good morning, {{name}}</p>\n', { layout: 'base' });
  await template('receipt', '<p>Thank you, {{name}}</p>\n', { layout: 'base' });
  await partial('base', '{{> content}}', { layout: 'absent' });

  const found = await run('lint templates');

  expect(found.stdout).toMatch(
    /^templates\/base\/template\.json:\d+:\d+ error invalid-template: There is no layout "absent": correct its name, or push it\n1 error, 0 warnings\n$/,
  );
});

test('lint reports a variable of a footer in the template whose flow has no such input', async () => {
  const inputs = { id: 'in', type: 'variables', variables: [{ name: 'name' }] };
  const nodes = [inputs, { id: 'mail', type: 'template' }];
  const flow = { nodes, edges: [{ from: 'in', to: 'mail' }] };
  await template('welcome', '<p>Good morning, {{name}}</p>\n{{> footer}}', { flow });
  await partial('footer', '<p>Sent in {{year}}</p>');

  const found = await run('lint templates');

  expect(found.stdout).toContain(
    'templates/welcome/body.html:2:1 error undeclared-variable: year, which the partial footer uses, is not an input of the flow',
  );
});

test('a folder is rendered with the partials beside it, and with no others', async () => {
  await template('welcome', 'Hi{{> footer}}');

  const alone = await render('templates/welcome');
  await partial('footer', ', footer beside');
  const beside = await render('templates/welcome --html');
  await partial('footer', '{{year');
  const broken = await render('templates/welcome');

  expect(alone.stderr).toMatch(/^Error: Nothing was rendered: templates\/welcome\/body\.html:1:3 /);
  expect(beside.stdout).toBe('Hi, footer beside\n');
  expect(broken.stderr).toMatch(
    /^Error: Nothing was rendered: templates\/footer\/body\.html:1:1, in templates\/welcome\/body\.html:1:3 /,
  );
});

test('a rollback of a partial names the templates that it saves again', async () => {
  await pushBoth();
  await partial('footer', 'G');
  await push();

  const { stdout } = await run('rollback footer 1');

  expect(stdout).toMatch(
    /^Revision 3 of footer has the content of revision 1\.\nSaved again with it:\n\n/,
  );
  expect(stdout).toMatch(/^welcome +3 +changed +because of footer 3$/m);
});

test('a list says what is a partial, and a partial says who takes it', async () => {
  await template('welcome', 'Hi{{> footer}}', { layout: 'base' });
  await partial('base', '{{> content}}');
  await partial('footer', 'F');
  await push();

  const list = await run('list');
  const [footer, welcome] = [await run('show footer'), await run('show welcome')];

  expect(list.stdout).toMatch(/^footer +footer +partial /m);
  expect(list.stdout).toMatch(/^welcome +welcome +template +Hello /m);
  expect(footer.stdout).toMatch(/^kind +partial\n(?:.+\n)*used by +welcome\n/m);
  expect(welcome.stdout).toMatch(/^subject +Hello\nlayout +base\npartials +base 1, footer 1\n/m);
  expect(await at.answer('show footer')).toMatchObject({ kind: 'partial', usedBy: ['welcome'] });
  const takes = { layout: 'base', partials: { base: 1, footer: 1 } };
  expect(await at.answer('show welcome --revision 1')).toMatchObject(takes);
});
