import { alone } from '../../../../shared/adapters/tables/change.ts';
import { draftLoader, templateLoader } from '../../../../shared/adapters/tables/template-loader.ts';
import {
  readDraftContent,
  readHeadOrTombstone,
} from '../../../../shared/adapters/tables/templates-table.ts';
import {
  writeDraft,
  writeHead,
} from '../../../../shared/adapters/tables/templates-table-writes.ts';
import {
  planPublish,
  publishDrafts,
} from '../../../../shared/manage/templates/drafts/publish-drafts.ts';
import {
  type DraftSave,
  saveDrafts,
} from '../../../../shared/manage/templates/drafts/save-drafts.ts';
import {
  discardDraft,
  readDraft,
} from '../../../../shared/manage/templates/drafts/stored-draft.ts';
import type { TemplateSource } from '../../../../shared/manage/templates/template-source.ts';
import {
  listDeletedTemplates,
  listTemplates,
} from '../../../../shared/manage/templates/templates.ts';
import { expect, test } from '../../../jest.ts';
import { partial, storedTemplates, template } from './stored-templates.ts';

const stored = await storedTemplates();
const { at, ports, prepare, push, remove, revisionOf, revisionsOf, rollBack, served, show } =
  stored;

const eva = { by: 'eva', how: 'push', note: 'new greeting' };

const draftAll = async (
  sources: TemplateSource[],
  options: Partial<Parameters<typeof saveDrafts>[3]> = {},
) =>
  saveDrafts(ports, at.account, await prepare(sources), {
    ...{ author: eva, check: () => {} },
    ...options,
  });
const draft = (...sources: TemplateSource[]) => draftAll(sources);

const publish = async (...ids: string[]) =>
  publishDrafts(ports, at.account, await planPublish(ports, at.account, ids), { by: 'ada' });

const headOf = (id: string) => readHeadOrTombstone(ports.templates, at.account, id);

async function draftOf(id: string) {
  const { draft, content } = await readDraft(ports, at.account, id);
  return [draft.revision, content.html];
}

async function versions(id: string) {
  const { items } = await revisionsOf(id);
  return items.map(({ revision, current, origin }) => [revision, current, origin?.how]);
}

/** Pushes the template as `one`, and saves a draft of it. */
async function draftOfWelcome(html = 'two') {
  await push(template('welcome', 'one'));
  return draft(template('welcome', html));
}

/** Pushes the template as `one` and as `two`, and saves a draft of it. */
async function pushTwiceAndDraft() {
  await push(template('welcome', 'one'));
  await push(template('welcome', 'two'));
  await draft(template('welcome', 'three'));
}

function never(): never {
  throw new Error('welcome has no draft');
}

const changed = { changed: true, state: 'changed', changes: ['html'] };
const noDraft = 'welcome has no draft';

test('a draft is stored beside what is served, and changes neither that nor the history', async () => {
  expect(await draftOfWelcome()).toEqual([{ id: 'welcome', revision: 2, draft: true, ...changed }]);
  expect(await served('welcome')).toBe('one');
  expect(await draftOf('welcome')).toEqual([2, 'two']);
  expect((await headOf('welcome'))?.draft).toEqual({
    revision: 2,
    createdAt: new Date(0).toISOString(),
    origin: { ...eva, from: 1 },
  });
  expect(await versions('welcome')).toEqual([[1, true, undefined]]);
  await expect(revisionOf('welcome', 2)).rejects.toThrow('welcome has no revision 2');
});

test('a published draft is served under its number, and the history names its author and its publisher', async () => {
  await draftOfWelcome();

  const published = await publish('welcome');

  expect(published).toEqual([{ id: 'welcome', revision: 2, ...changed }]);
  expect(await served('welcome')).toBe('two');
  const origin = { by: 'ada', how: 'publish of draft by eva', note: 'new greeting', from: 1 };
  expect(await headOf('welcome')).toMatchObject({ revision: 2, draft: undefined, origin });
  expect(await versions('welcome')).toEqual([
    [2, true, 'publish of draft by eva'],
    [1, false, undefined],
  ]);
});

test('a discarded draft is gone, and its number is not used again', async () => {
  await draftOfWelcome();

  const dropped = await discardDraft(ports, at.account, 'welcome');

  expect(dropped).toEqual({ id: 'welcome', draft: 2 });
  await expect(draftOf('welcome')).rejects.toThrow(noDraft);
  await expect(publish('welcome')).rejects.toThrow(noDraft);
  expect(await push(template('welcome', 'three'))).toMatchObject([{ revision: 3 }]);
});

test('a push beside a draft keeps the draft, and says that it is made from an older revision', async () => {
  await draftOfWelcome();

  const unchanged = await push(template('welcome', 'one'));
  const beside = await push(template('welcome', 'three'));

  expect(unchanged).toEqual([
    { id: 'welcome', revision: 1, changed: false, state: 'unchanged', changes: [] },
  ]);
  expect(beside).toEqual([{ id: 'welcome', revision: 3, staleDraft: 2, ...changed }]);
  expect(await draftOf('welcome')).toEqual([2, 'two']);
  expect(await served('welcome')).toBe('three');
});

test('saves of a draft that is kept apart use no number up, and leave no other content behind', async () => {
  await push(template('welcome', 'one'));
  const apart = { isApart: true };
  const [first] = await draftAll([template('welcome', 'two')], apart);
  const before = await headOf('welcome');
  const [second] = await draftAll([template('welcome', 'three')], apart);
  const after = await draftOf('welcome');
  const replaced = await readDraftContent(
    ports.templates,
    at.account,
    'welcome',
    before?.draft ?? never(),
  );
  const published = await publish('welcome');

  expect([first?.revision, second?.revision, after]).toEqual([2, 2, [2, 'three']]);
  expect(replaced).toBeNull();
  expect(published).toMatchObject([{ revision: 2 }]);
  expect((await versions('welcome')).map(([revision]) => revision)).toEqual([2, 1]);
});

test('a push beside a draft that is kept apart takes the next number, and the draft the one after', async () => {
  await push(template('welcome', 'one'));
  await draftAll([template('welcome', 'two')], { isApart: true });

  const pushed = await push(template('welcome', 'three'));

  expect(pushed).toMatchObject([{ revision: 2, staleDraft: 3 }]);
  expect(await draftOf('welcome')).toEqual([3, 'two']);
  expect((await draftLoader(ports.templates)(at.account, 'welcome'))?.revision).toBe(3);
});

test('a push of what the draft has serves the draft, and drops nothing', async () => {
  await draftOfWelcome();

  const [pushed] = await push(template('welcome', 'two'));

  expect(pushed).toEqual({ id: 'welcome', revision: 2, ...changed });
  expect((await headOf('welcome'))?.draft).toBeUndefined();
});

test('a draft replaces the one before it, and both checks see which draft was there', async () => {
  await draftOfWelcome();
  const seen: (number | undefined)[] = [];
  const check = (saves: readonly DraftSave[]) =>
    void seen.push(...saves.map((save) => save.seen?.draft?.revision));

  const replaced = await draftAll([template('welcome', 'three')], { check });
  const again = await draftAll([template('welcome', 'three')], { check });
  const same = await draftAll([template('welcome', 'one')], { check });

  expect(seen).toEqual([2, 3, 3]);
  expect(replaced).toMatchObject([{ revision: 3, changed: true, draft: true }]);
  expect(again).toMatchObject([{ revision: 3, changed: false, draft: true }]);
  expect(same).toMatchObject([{ revision: 1, changed: false, draft: false }]);
  expect(await draftOf('welcome')).toEqual([3, 'three']);
});

test('a draft whose check throws, and one of a dry run, write nothing', async () => {
  await push(template('welcome', 'one'));

  const dry = await draftAll([template('welcome', 'two')], { dryRun: true });
  const check = () => {
    throw new Error('refused');
  };

  const refused = draftAll([template('welcome', 'two')], { check });
  await expect(refused).rejects.toThrow('refused');
  expect(dry).toMatchObject([{ revision: 2, changed: true, draft: true }]);
  await expect(draftOf('welcome')).rejects.toThrow(noDraft);
});

test('a draft or a push that read the template before a draft was saved does not overwrite that draft', async () => {
  await push(template('welcome', 'one'));
  const seen = await headOf('welcome');
  if (!seen) throw new Error('welcome is missing');
  await draft(template('welcome', 'two'));

  const { templates } = ports;
  const draftAgain = { revision: 3, createdAt: seen.updatedAt, origin: eva };
  const draftOver = await writeDraft(
    templates,
    at.account,
    { ...seen, draft: draftAgain },
    seen,
    alone,
  );
  const pushOver = await writeHead(templates, at.account, { ...seen, revision: 3 }, seen, alone);

  expect([draftOver, pushOver]).toEqual([false, false]);
  expect(await draftOf('welcome')).toEqual([2, 'two']);
});

test('a draft that was deleted with its template does not come back', async () => {
  await draftOfWelcome();

  await remove('welcome');
  await rollBack('welcome', 1);

  expect(await headOf('welcome')).toMatchObject({ draft: undefined });
  expect(await served('welcome')).toBe('one');
});

test('a warm template with a draft is served with one read, and so is its draft', async () => {
  await draftOfWelcome();

  const reads = await at.withFaults(
    () => 'pass',
    async ({ templates }, calls) => {
      const counted = [];
      for (const load of [templateLoader(templates), draftLoader(templates)]) {
        await load(at.account, 'welcome');
        const cold = calls.length;
        const loaded = await load(at.account, 'welcome');
        counted.push([loaded?.revision, calls.length - cold]);
      }
      return counted;
    },
  );

  expect(reads).toEqual([
    [1, 1],
    [2, 1],
  ]);
});

test('the loader of drafts finds the draft of a new template, and returns null if there is no draft', async () => {
  await push(template('welcome', 'one'));
  await draft(template('invite', 'one'));

  const load = draftLoader(ports.templates);

  expect((await load(at.account, 'invite'))?.revision).toBe(1);
  expect(await load(at.account, 'welcome')).toBeNull();
  expect(await load(at.account, 'other')).toBeNull();
});

test('until its draft is published, a new template is not served and is in no list', async () => {
  const saved = await draft(template('invite', 'one'));
  const before = {
    served: await served('invite'),
    templates: await listTemplates(ports, at.account),
    deleted: await listDeletedTemplates(ports, at.account),
    versions: await revisionsOf('invite'),
  };
  await expect(show('invite')).rejects.toThrow(
    'Template invite is a draft, and was never published',
  );
  const published = await publish('invite');

  expect(saved).toMatchObject([{ revision: 1, state: 'new', draft: true }]);
  expect(before).toEqual({
    ...{ served: null, templates: [], deleted: [] },
    versions: { items: [], next: null, draft: expect.objectContaining({ revision: 1 }) },
  });
  expect(published).toMatchObject([{ revision: 1, state: 'new' }]);
  expect(await served('invite')).toBe('one');
  expect(await versions('invite')).toEqual([[1, true, 'publish of draft by eva']]);
});

test('a discarded draft of a new template leaves nothing but its number', async () => {
  await draft(template('invite', 'one'));

  await discardDraft(ports, at.account, 'invite');

  expect(await headOf('invite')).toMatchObject({ revision: 0, draft: undefined });
  await expect(show('invite')).rejects.toThrow('has no template invite');
  expect(await push(template('invite', 'two'))).toMatchObject([{ revision: 2, state: 'new' }]);
  expect(await versions('invite')).toEqual([[2, true, undefined]]);
});

test('a draft of a deleted template brings it back when it is published', async () => {
  await push(template('welcome', 'one'));
  await remove('welcome');

  await draft(template('welcome', 'two'));
  const before = await served('welcome');
  await publish('welcome');

  expect(before).toBeNull();
  expect(await served('welcome')).toBe('two');
});

test('a publish is refused if the served revision is not the one that the draft was made from, naming who changed it', async () => {
  await pushTwiceAndDraft();
  await rollBack('welcome', 1, { by: 'max', how: 'rollback to 1' });

  const refused = await publish('welcome').catch((error) => error);

  const message =
    'was changed since its draft was made from revision 2: revision 4 by max, rollback to 1, at 1970-01-01T00:00:00.000Z';
  expect(refused.message).toBe('Nothing was published');
  expect(refused.details).toEqual([{ code: 'changed-meanwhile', templateId: 'welcome', message }]);
  expect(await served('welcome')).toBe('one');
  expect(await draftOf('welcome')).toEqual([3, 'three']);
});

test('a draft that is published over a newer revision gets a number after it', async () => {
  await pushTwiceAndDraft();
  await rollBack('welcome', 1);

  const plan = await planPublish(ports, at.account, ['welcome'], { force: true });
  const published = await publishDrafts(ports, at.account, plan, { by: 'ada' });

  expect(published).toMatchObject([{ revision: 5 }]);
  expect((await versions('welcome')).map(([revision]) => revision)).toEqual([5, 4, 2, 1]);
});

test('a publish of several drafts publishes all of them or none', async () => {
  await push(template('a', 'one'), template('b', 'one'));
  await draft(template('a', 'two'));

  await expect(publish('a', 'b')).rejects.toThrow('b has no draft');
  const between = await served('a');
  await draft(template('b', 'two'));
  await publish('a', 'b');

  expect(between).toBe('one');
  expect([await served('a'), await served('b')]).toEqual(['two', 'two']);
});

test('a publish is refused if the draft was replaced since its difference was shown', async () => {
  await draftOfWelcome();
  const plan = await planPublish(ports, at.account, ['welcome']);
  await draft(template('welcome', 'three'));

  const published = publishDrafts(ports, at.account, plan, { by: 'ada' });

  await expect(published).rejects.toThrow('someone changed welcome meanwhile');
  expect(await served('welcome')).toBe('one');
});

test('a changed partial cannot be a draft, and an unchanged partial may be pushed with drafts of templates', async () => {
  await push(partial('footer', 'F'), template('welcome', 'one{{> footer}}'));

  const refused = draft(partial('footer', 'G'), template('welcome', 'two{{> footer}}'));
  await expect(refused).rejects.toThrow('No draft was saved: a partial cannot be a draft');
  await draft(partial('footer', 'F'), template('welcome', 'two{{> footer}}'));
  const published = await publish('welcome');

  expect(published).toMatchObject([{ id: 'welcome', revision: 2, changes: ['html'] }]);
  expect(await served('welcome')).toBe('twoF');
});

test('a partial that is saved while a template has a draft makes it not stale, and the draft is published with it', async () => {
  await push(partial('footer', 'F'), template('welcome', 'one{{> footer}}'));
  await draft(template('welcome', 'two{{> footer}}'));

  await push(partial('footer', 'G'));
  const between = await served('welcome');
  const head = await headOf('welcome');
  const published = await publish('welcome');

  expect(between).toBe('oneG');
  expect(head?.draft?.origin.from).toBe(head?.revision);
  expect(published).toEqual([{ id: 'welcome', revision: 4, ...changed }]);
  expect(await served('welcome')).toBe('twoG');
});

test('a publish is refused if the draft does not compile with the partials that are served now', async () => {
  await push(partial('footer', 'F'), template('welcome', 'one'));
  await draft(template('welcome', 'two{{> footer}}'));
  await remove('footer');

  await expect(publish('welcome')).rejects.toThrow('Nothing was published');
  expect(await served('welcome')).toBe('one');
});
