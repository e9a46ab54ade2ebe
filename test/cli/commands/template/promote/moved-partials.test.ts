import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import {
  planPromotion,
  runPromotion,
} from '../../../../../cli/commands/template/promote/promote-templates.ts';
import { templateLoader } from '../../../../../shared/adapters/tables/template-loader.ts';
import { renderContent } from '../../../../../shared/engine/render/render-content.ts';
import { createAccount } from '../../../../../shared/manage/accounts.ts';
import { deleteTemplate } from '../../../../../shared/manage/templates/delete-template.ts';
import { prepareSources } from '../../../../../shared/manage/templates/prepare-sources.ts';
import {
  pushRevision,
  pushTemplates,
} from '../../../../../shared/manage/templates/push-templates.ts';
import type { TemplateSource } from '../../../../../shared/manage/templates/template-source.ts';
import { listTemplates, showTemplate } from '../../../../../shared/manage/templates/templates.ts';
import { beforeEach, expect, test } from '../../../../jest.ts';
import { startCommandLine } from '../../../command-line.ts';

let from: string;
let to: string;
const cli = await startCommandLine();
beforeEach(async () => {
  ({ accountId: from } = await createAccount(cli.ports, { name: 'From', plan: 'free' }));
  ({ accountId: to } = await createAccount(cli.ports, { name: 'To', plan: 'free' }));
});

const template = (templateId: string, html: string, more: Partial<TemplateSource> = {}) => ({
  ...{ templateId, name: templateId, subject: 'Hello', html },
  ...more,
});
const partial = (templateId: string, html: string, more: Partial<TemplateSource> = {}) =>
  template(templateId, html, { subject: '', kind: 'partial', ...more });

async function push(accountId: string, ...sources: TemplateSource[]) {
  const { prepared, problems } = await prepareSources(cli.ports, accountId, sources);
  if (problems.length > 0) throw new Error(JSON.stringify(problems));
  return pushTemplates(cli.ports, accountId, prepared);
}

async function served(accountId: string, id: string) {
  const loaded = await templateLoader(cli.ports.templates)(accountId, id);
  const rendering = loaded && renderContent(loaded.compiled, {});
  return rendering?.outcome === 'rendered' ? rendering.html : null;
}

async function promote(...ids: string[]) {
  const target = { ports: cli.ports, accountId: to, senders: ['*'] };
  const side = { ports: cli.ports, accountId: from };
  const promotion = await planPromotion(side, target, { ids, mappings: [] });
  const author = { by: 'eva', how: 'promote from staging' };
  const by = { author, approvals: { required: 0, trustCli: false } };
  const pushed = await runPromotion(target, promotion, by, () => {});
  return pushed.map(({ id, state, because }) => [id, state, because]);
}

test('a promotion of one template takes along its layout and all partials that it takes', async () => {
  await push(
    from,
    partial('logo', 'L'),
    partial('base', '{{> logo}}[{{> content}}]'),
    partial('unused', 'U'),
    template('welcome', 'Hi', { layout: 'base' }),
  );

  const pushed = await promote('welcome');

  expect(pushed).toEqual([
    ['welcome', 'new', undefined],
    ['base', 'new', undefined],
    ['logo', 'new', undefined],
  ]);
  expect(await served(to, 'welcome')).toBe('L[Hi]');
  expect(await promote()).toContainEqual(['welcome', 'unchanged', undefined]);
});

test('a promoted footer saves the templates of the target that take it, and a second promotion changes nothing', async () => {
  await push(from, partial('footer', 'G'), template('welcome', 'Hi{{> footer}}'));
  await push(to, partial('footer', 'F'), template('receipt', 'Paid{{> footer}}'));

  const first = await promote('welcome');
  const second = await promote('welcome');

  expect(first).toContainEqual(['receipt', 'changed', 'footer 2']);
  expect(await served(to, 'receipt')).toBe('PaidG');
  expect(second.map(([, state]) => state)).toEqual(['unchanged', 'unchanged']);
});

test('a footer that would break a template of the target is not promoted, and the template is named', async () => {
  await push(from, partial('footer', '<p title="x>'));
  await push(to, partial('footer', '<p>'), template('receipt', '{{> footer}}<img src="{{url}}">'));

  await expect(promote('footer')).rejects.toMatchObject({
    message: 'Nothing was promoted: one problem in the templates',
    details: [expect.objectContaining({ templateId: 'receipt' })],
  });
  expect(await showTemplate(cli.ports, to, 'footer')).toMatchObject({ head: { revision: 1 } });
});

const account = (...words: string[]) => cli.run(['account', ...words]);

async function moved(name: string, ...options: string[]) {
  await mkdir(join(cli.dir, name));
  const file = join(cli.dir, name, 'export.jsonl');
  const out = await account('export', from, file, ...options);
  const back = await account('import', file, '--as', `acc_${name}`);
  expect([out.stderr, back.exitCode]).toEqual(['', 0]);
  return `acc_${name}`;
}

/** `a` includes an older revision of the footer than the current one, and `z-old` is deleted. */
async function fill() {
  await push(
    from,
    partial('z-logo', 'L1'),
    partial('z-old', 'O'),
    partial('footer', '{{> z-logo}}F1{{> z-old}}'),
    template('a', 'a{{> footer}}'),
    template('b', 'b{{> footer}}'),
  );
  await push(from, partial('z-logo', 'L2'), partial('footer', '{{> z-logo}}F2'));
  await deleteTemplate(cli.ports, from, 'z-old', 1);
  await pushRevision(cli.ports, from, 'a', 1);
}

test('an imported account serves what the exported one served, with its history', async () => {
  await fill();

  const copy = await moved('whole');
  await pushRevision(cli.ports, copy, 'b', 1);

  expect([await served(from, 'a'), await served(copy, 'a')]).toEqual(['aL1F1O', 'aL1F1O']);
  expect(await served(copy, 'b')).toBe('bL1F1O');
  expect(await listTemplates(cli.ports, copy)).toMatchObject([
    { templateId: 'a', uses: expect.arrayContaining(['footer', 'z-logo', 'z-old']) },
    { templateId: 'b' },
    { templateId: 'footer', kind: 'partial' },
    { templateId: 'z-logo', kind: 'partial' },
  ]);
});

test('an export of current revisions has the older revisions of partials that are still served', async () => {
  await fill();

  const copy = await moved('current', '--current-only');

  expect([await served(copy, 'a'), await served(copy, 'b')]).toEqual(['aL1F1O', 'bL2F2']);
  expect(await showTemplate(cli.ports, copy, 'a')).toMatchObject({
    partials: { footer: 1, 'z-logo': 1, 'z-old': 1 },
  });
});
