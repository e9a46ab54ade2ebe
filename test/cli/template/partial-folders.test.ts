import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { templateLoader } from '../../../shared/adapters/tables/template-loader.ts';
import { renderMail } from '../../../shared/engine/render/render-template.ts';
import { createAccount } from '../../../shared/manage/accounts.ts';
import { afterEach, beforeEach, describe, expect, test } from '../../jest.ts';
import { type CommandLine, startCommandLine } from '../command-line.ts';
import { writeFolder, writePartial, writeTemplateFolder } from './folders-on-disk.ts';

let cli: CommandLine;
let accountId: string;
let dir: string;
beforeEach(async () => {
  cli = await startCommandLine();
  ({ accountId } = await createAccount(cli.ports, { name: 'Acme', plan: 'free' }));
  dir = join(cli.dir, 'templates');
});
afterEach(() => cli.stop());

const partial = (id: string, html: string, fields = {}) => writePartial(dir, id, html, fields);
const template = (id: string, html: string, fields = {}) =>
  writeTemplateFolder(dir, id, html, fields);
const run = (...words: string[]) => cli.run(['template', ...words]);
const render = (...words: string[]) => cli.run(['render', ...words]);
const json = async (...words: string[]) => (await cli.json('template', ...words)).answer as object;
const pulled = async () =>
  JSON.parse(await readFile(join(dir, '.postrider.json'), 'utf8')).accounts[accountId];

describe('push', () => {
  test('a folder with a layout, a footer and a template is saved at once, and pushed again changes nothing', async () => {
    await template('welcome', '<p>Hi</p>', { layout: 'base' });
    await partial('base', '<body>{{> content}}{{> footer}}</body>');
    await partial('footer', '<p>Acme</p>');

    const first = await run('push', dir);
    const again = await run('push', dir);
    const rendered = await render('welcome', '--html');

    expect(first.stdout.split('\n').map((line) => line.split(/ {2,}/)[0])).toEqual([
      ...['TEMPLATE', 'base', 'footer', 'welcome', ''],
    ]);
    expect(again.stdout.match(/unchanged/g)).toHaveLength(3);
    expect(rendered.stdout).toBe('<body><p>Hi</p><p>Acme</p></body>\n');
  });

  test('a changed footer lists what was saved anew, and because of what', async () => {
    await template('welcome', 'Hi{{> footer}}');
    await partial('footer', 'F');
    await run('push', dir);
    await partial('footer', 'G');

    const dry = await run('push', join(dir, 'footer'), '--dry-run');
    const pushed = await json('push', join(dir, 'footer'));

    expect(dry.stdout).toMatch(/^welcome {2,}2 {2,}changed {2,}because of footer 2$/m);
    expect(pushed).toEqual({
      dryRun: false,
      templates: [
        { id: 'footer', revision: 2, changed: true, state: 'changed', changes: ['html'] },
        {
          ...{ id: 'welcome', revision: 2, changed: true, state: 'changed' },
          ...{ changes: ['partials'], because: 'footer 2' },
        },
      ],
    });
    expect((await run('versions', 'welcome')).stdout).toContain('partial footer 1 → 2');
  });

  test('a problem of a partial is in its file, and says where it is taken', async () => {
    await template('welcome', '<p>\n<a href={{> link}}>x</a>');
    await partial('link', 'a\n{{url}}');

    const refused = await run('push', dir);

    expect(refused.exitCode).toBe(1);
    expect(refused.stderr).toMatch(
      /^Error: Nothing was saved: templates\/link\/body\.html:2:1, in templates\/welcome\/body\.html:2:9 .+\n$/,
    );
  });

  test('a mistake in a partial that many templates take is reported once', async () => {
    await partial('footer', '<p>{{name</p>');
    for (const id of ['a', 'b', 'c']) await template(id, '{{> footer}}');
    await partial('link', '{{url}}');
    for (const id of ['d', 'e', 'f']) await template(id, '<a href={{> link}}>x</a>');

    const refused = await run('push', dir);

    expect(refused.stderr.split('\n').filter((line) => line.includes('footer/'))).toEqual([
      expect.stringMatching(/^ {2}templates\/footer\/body\.html:1:4 /),
    ]);
    expect(refused.stderr.split('\n').filter((line) => line.includes('link/'))).toEqual([
      expect.stringMatching(
        /link\/body\.html:1:1, in templates\/d\/.+\(also in 2 more templates\)$/,
      ),
    ]);
  });

  test('partials that take each other are refused, and the circle is named whole', async () => {
    await partial('a', '{{> b}}');
    await partial('b', 'x\n{{> c}}');
    await partial('c', '{{> a}}');
    await template('welcome', '{{> a}}');

    const refused = await run('push', dir);

    expect(refused.stderr).toContain(
      'templates/c/body.html:1:1, in templates/b/body.html:2:1, in templates/a/body.html:1:1 These partials take each other: a → b → c → a: leave one of them out',
    );
    expect(await json('list')).toEqual({ templates: [] });
  });

  test('a ninth partial in another is refused, with all nine names', async () => {
    for (let level = 1; level < 9; level++) await partial(`p${level}`, `{{> p${level + 1}}}`);
    await partial('p9', 'x');
    await template('welcome', '{{> p1}}');

    const refused = await run('push', dir);

    expect(refused.stderr).toMatch(
      /templates\/p8\/body\.html:1:1, in .+ Partials and layouts nest deeper than 8 here: p1 → .+ → p9: put two of them into one/,
    );
    expect(await json('list')).toEqual({ templates: [] });
  });

  test('a layout without content, and one that has it twice, are refused', async () => {
    await partial('none', '<p>');
    await partial('twice', '{{> content}}\n{{> content}}');
    await template('a', 'x', { layout: 'none' });
    await template('b', 'x', { layout: 'twice' });

    const refused = await run('push', dir);

    expect(refused.stderr).toContain(
      'templates/none/body.html:1:1 "none" is no layout: write {{> content}} where the content of its templates goes',
    );
    expect(refused.stderr).toContain(
      'templates/twice/body.html:2:1 A layout has {{> content}} only once: leave this one out',
    );
  });

  test('a stored template that a new footer would break is named, with the footer, and nothing is saved', async () => {
    await partial('footer', '<p title="x">');
    await template('broken', '{{> footer}}\n<img src="{{url}}">');
    await run('push', dir);
    await rm(join(dir, 'broken'), { recursive: true });
    await partial('footer', '<p title="x>');

    const refused = await run('push', dir);

    expect(refused.stderr).toMatch(
      /^Error: Nothing was saved: broken\/body\.html:2:\d+ .+ \(broken takes footer\)\n$/,
    );
    expect(await json('show', 'footer')).toMatchObject({ revision: 1 });
  });

  test('of 300 templates one is broken: nothing is saved, and the sentence names file, line and what to write', async () => {
    await partial('footer', '<p>Acme</p>');
    const ids = Array.from({ length: 300 }, (_, number) => `t${number}`);
    for (const id of ids) await template(id, `<p>${id}</p>{{> footer}}`);
    await template('t137', '<p>\n{{> fotter}}');

    const refused = await run('push', dir);

    expect(refused.stderr).toBe(
      'Error: Nothing was saved: templates/t137/body.html:2:1 There is no partial "fotter": correct its name, or push it\n',
    );
    expect(await json('list')).toEqual({ templates: [] });
  });

  test('a partial whose template.json is broken is the only problem of the templates that take it', async () => {
    await partial('base', '{{> content}}');
    await writeFile(join(dir, 'base/template.json'), '{"id": "base",}');
    await template('a', 'x', { layout: 'base' });
    await template('b', 'y{{> footer}}', { layout: 'base' });
    await partial('footer', 'F', { kind: 'layout' });

    const refused = await run('push', dir);

    expect(refused.stderr.split('\n').map((line) => line.trim().split(' ')[0])).toEqual([
      ...['Error:', 'templates/base/template.json:1:15', 'templates/footer/template.json:4:11', ''],
    ]);
    expect(refused.stderr).toContain('must have "partial" as kind, or no kind');
  });
});

describe('.postrider.json', () => {
  test('keeps up with what is saved anew because of a partial', async () => {
    await template('welcome', 'Hi{{> footer}}');
    await partial('footer', 'F');
    await run('push', dir);
    await run('pull', dir);
    await partial('footer', 'G');

    await run('push', join(dir, 'footer'));
    await template('welcome', 'Hello{{> footer}}');
    const second = await run('push', dir);

    expect(second.exitCode).toBe(0);
    expect(await pulled()).toEqual({ footer: 2, welcome: 3 });
  });

  test('a push of a footer does not hide a change of somebody else to a template that takes it', async () => {
    await template('welcome', 'Hi{{> footer}}');
    await partial('footer', 'F');
    await run('push', dir);
    await run('pull', dir);
    await run('pull', join(cli.dir, 'elsewhere'));
    await writeTemplateFolder(join(cli.dir, 'elsewhere'), 'welcome', 'Theirs{{> footer}}');
    await run('push', join(cli.dir, 'elsewhere'));
    await partial('footer', 'G');
    await run('push', join(dir, 'footer'));

    await template('welcome', 'Mine{{> footer}}');
    const refused = await run('push', dir);

    expect(refused.stderr).toContain('welcome was changed since: revision 3');
    expect(await pulled()).toEqual({ footer: 2, welcome: 1 });
  });
});

describe('pull and diff', () => {
  test('a pull writes kind and layout, so that a push of it changes nothing', async () => {
    await template('welcome', 'Hi', { layout: 'base' });
    await partial('base', '{{> content}}', { layout: 'outer' });
    await partial('outer', '[{{> content}}]');
    await run('push', dir);
    const copy = join(cli.dir, 'copy');

    await run('pull', copy);
    const file = async (id: string) =>
      JSON.parse(await readFile(join(copy, id, 'template.json'), 'utf8'));
    const diff = await run('diff', copy, '--exit-code');

    expect([await file('welcome'), await file('base')]).toEqual([
      { id: 'welcome', name: 'welcome', layout: 'base', subject: 'Hello' },
      { id: 'base', name: 'base', kind: 'partial', layout: 'outer' },
    ]);
    expect(diff.exitCode).toBe(0);
  });

  test('a diff shows the footer, and names what would be saved anew because of it', async () => {
    await template('welcome', 'Hi{{> footer}}');
    await partial('footer', 'F\n');
    await run('push', dir);
    await partial('footer', 'G\n');

    const diff = await run('diff', join(dir, 'footer'));
    const differing = await json('diff', join(dir, 'footer'));
    await run('push', join(dir, 'footer'));
    const revisions = await run('diff', 'welcome', '1', '2');

    expect(diff.stdout).toBe(
      [
        ...['--- footer/html\trevision 1', '+++ footer/html\tfooter', '@@ -1,1 +1,1 @@'],
        ...['-F', '+G', 'welcome takes footer 2', ''],
      ].join('\n'),
    );
    expect(differing).toMatchObject({
      templates: [{ id: 'footer' }, { id: 'welcome', because: 'footer 2', parts: [] }],
    });
    expect(revisions.stdout).toBe('welcome takes footer 2\n');
  });
});

describe('lint and types, which need no deployment', () => {
  test('lint takes partials from the folders beside, and names a missing one', async () => {
    await template('welcome', '<p>Good morning, {{> name}}</p>\n{{> footer}}', { layout: 'base' });
    await partial('base', '<p>{{> content}}</p>');
    await partial('name', 'you');

    const whole = await run('lint', dir);
    const one = await run('lint', join(dir, 'welcome'));

    const line =
      'templates/welcome/body.html:2:1 error invalid-template: There is no partial "footer": correct its name, or push it';
    expect(whole.stdout).toBe(`${line}\n1 error, 0 warnings\n`);
    expect(one.stdout).toBe(whole.stdout);
  });

  test('lint names a missing layout once, in the template.json that names it', async () => {
    await template('welcome', '<p>Good morning, {{name}}</p>\n', { layout: 'base' });
    await template('receipt', '<p>Thank you, {{name}}</p>\n', { layout: 'base' });
    await partial('base', '{{> content}}', { layout: 'absent' });

    const found = await run('lint', dir);

    expect(found.stdout).toMatch(
      /^templates\/base\/template\.json:\d+:\d+ error invalid-template: There is no layout "absent": correct its name, or push it\n1 error, 0 warnings\n$/,
    );
  });

  test('lint reports a variable of a footer in the template whose flow has no such input', async () => {
    const flow = {
      nodes: [
        { id: 'in', type: 'variables', variables: [{ name: 'name' }] },
        { id: 'mail', type: 'template' },
      ],
      edges: [{ from: 'in', to: 'mail' }],
    };
    await template('welcome', '<p>Good morning, {{name}}</p>\n{{> footer}}', { flow });
    await partial('footer', '<p>Sent in {{year}}</p>');

    const found = await run('lint', dir);

    expect(found.stdout).toContain(
      'templates/welcome/body.html:2:1 error undeclared-variable: year, which the partial footer uses, is not an input of the flow',
    );
  });

  test('a variable of the footer is required of whoever sends the template, and a partial has no type', async () => {
    await template('welcome', 'Hi{{> footer}}');
    await partial('footer', '{{year}}');

    const offline = await run('types', join(dir, 'welcome'));
    await run('push', dir);
    const stored = await run('types');

    expect(offline.stdout).toMatch(/welcome: \{\s+variables: \{\s+year: Value/);
    expect(offline.stdout).not.toContain('footer');
    expect(stored.stdout).toBe(offline.stdout);
  });
});

describe('render', () => {
  test('a folder is rendered with the partials beside it, and with those of the account that are not there', async () => {
    await partial('logo', 'stored logo');
    await partial('footer', 'stored footer');
    await run('push', dir);
    await rm(join(dir, 'logo'), { recursive: true });
    await partial('footer', '{{> logo}}, footer beside');
    await template('welcome', 'Hi, {{> footer}}');

    const rendered = await render(join(dir, 'welcome'), '--html');

    expect(rendered.stdout).toBe('Hi, stored logo, footer beside\n');
  });

  test('a partial that no folder has is named where there is no account to ask', async () => {
    await template('welcome', 'Hi{{> footer}}');
    const none = { POSTRIDER_DATA: join(cli.dir, 'none') };

    const beside = await cli.run(['render', join(dir, 'welcome')], none);
    await partial('footer', '{{year}}');
    const missing = await cli.run(['render', join(dir, 'welcome')], none);
    await partial('footer', '{{year');
    const broken = await cli.run(['render', join(dir, 'welcome')], none);

    expect(beside.stderr).toMatch(/^Error: The template takes footer, which the folder around it/);
    expect(missing.stderr).toBe('Error: Missing required variables: year\n');
    expect(broken.stderr).toMatch(
      /^Error: Nothing was rendered: templates\/footer\/body\.html:1:1, in templates\/welcome\/body\.html:1:3 /,
    );
  });

  test('a stored template is rendered as it is served, also after a rollback to an older footer', async () => {
    await template('welcome', 'Hi{{> footer}}');
    await partial('footer', 'F');
    await run('push', dir);
    await partial('footer', 'G');
    await run('push', dir);

    await run('rollback', 'welcome', '1');

    expect((await render('welcome', '--html')).stdout).toBe('HiF\n');
  });

  test('a rollback of a partial names the templates that it saves anew', async () => {
    await template('welcome', 'Hi{{> footer}}');
    await partial('footer', 'F');
    await run('push', dir);
    await partial('footer', 'G');
    await run('push', dir);

    const { stdout } = await run('rollback', 'footer', '1');

    expect(stdout).toMatch(
      /^Revision 3 of footer has the content of revision 1\.\nSaved anew with it:\n\n/,
    );
    expect(stdout).toMatch(/^welcome +3 +changed +because of footer 3$/m);
  });
});

describe('list and show', () => {
  test('a list says what is a partial, and a partial says who takes it', async () => {
    await template('welcome', 'Hi{{> footer}}', { layout: 'base' });
    await partial('base', '{{> content}}');
    await partial('footer', 'F');
    await run('push', dir);

    const list = await run('list');
    const [footer, welcome] = [await run('show', 'footer'), await run('show', 'welcome')];

    expect(list.stdout).toMatch(/^footer +footer +partial /m);
    expect(list.stdout).toMatch(/^welcome +welcome +template +Hello /m);
    expect(footer.stdout).toMatch(/^kind +partial\nused by +welcome\n/m);
    expect(welcome.stdout).toMatch(/^subject +Hello\nlayout +base\npartials +base 1, footer 1\n/m);
    expect(await json('show', 'footer')).toMatchObject({ kind: 'partial', usedBy: ['welcome'] });
    expect(await json('show', 'welcome', '--revision', '1')).toMatchObject({
      ...{ layout: 'base', partials: { base: 1, footer: 1 } },
    });
  });

  test('a partial that templates take is not deleted, and the sentence names them', async () => {
    await template('welcome', 'Hi{{> footer}}');
    await partial('footer', 'F');
    await run('push', dir);

    const refused = await run('delete', 'footer');
    await template('welcome', 'Hi');
    await run('push', dir);
    const deleted = await run('delete', 'footer');

    expect(refused).toMatchObject({ exitCode: 1 });
    expect(refused.stderr).toContain('footer is used by welcome');
    expect(deleted.stdout).toMatch(
      /^Partial footer is deleted: no template can take it any more\.\n.+template rollback footer 1\n$/,
    );
  });
});

describe('a text', () => {
  test('a template with a text takes the texts of its partials', async () => {
    await writeFolder(dir, 'welcome', { 'body.html': '<p>', 'body.txt': 'Hi\n{{> footer}}' });
    await writeFolder(
      dir,
      'footer',
      { 'body.html': '<b>F</b>', 'body.txt': '-- \nF' },
      { kind: 'partial' },
    );
    await run('push', dir);

    expect((await render('welcome', '--text')).stdout).toBe('Hi\n-- \nF\n');
  });

  test('a template with a text takes the derived text of a partial without one, also as it is sent', async () => {
    await writeFolder(dir, 'welcome', { 'body.html': '<p>', 'body.txt': 'Hi\n{{> footer}}\n!' });
    await partial('footer', '<p>Shop &amp; Sons</p><p>Lane 1</p>');
    await run('push', dir);
    const loaded = await templateLoader(cli.ports.templates)(accountId, 'welcome');

    const mail = loaded && (await renderMail(loaded.compiled, {}));

    expect((await render('welcome', '--text')).stdout).toBe('Hi\nShop & Sons\n\nLane 1\n!\n');
    expect(mail).toMatchObject({ text: 'Hi\nShop & Sons\n\nLane 1\n!' });
  });
});
