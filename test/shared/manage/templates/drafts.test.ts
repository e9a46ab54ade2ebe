import { draftLoader, templateLoader } from '../../../../shared/adapters/tables/template-loader.ts';
import { readHeadOrTombstone } from '../../../../shared/adapters/tables/templates-table.ts';
import {
  writeDraft,
  writeHead,
} from '../../../../shared/adapters/tables/templates-table-writes.ts';
import { renderContent } from '../../../../shared/engine/render/render-content.ts';
import type { ManagePorts } from '../../../../shared/manage/ports.ts';
import { deleteTemplate } from '../../../../shared/manage/templates/delete-template.ts';
import { dropDraft } from '../../../../shared/manage/templates/drafts/drop-draft.ts';
import {
  planPublish,
  publishDrafts,
} from '../../../../shared/manage/templates/drafts/publish-drafts.ts';
import {
  type DraftSave,
  saveDrafts,
} from '../../../../shared/manage/templates/drafts/save-drafts.ts';
import { readDraft } from '../../../../shared/manage/templates/drafts/stored-draft.ts';
import { prepareSources } from '../../../../shared/manage/templates/prepare-sources.ts';
import { pushRevision, pushTemplates } from '../../../../shared/manage/templates/push-templates.ts';
import { listRevisions, showRevision } from '../../../../shared/manage/templates/revisions.ts';
import type { TemplateSource } from '../../../../shared/manage/templates/template-source.ts';
import {
  listDeletedTemplates,
  listTemplates,
  showTemplate,
} from '../../../../shared/manage/templates/templates.ts';
import { describe, expect, test } from '../../../jest.ts';
import { accountPerTest } from '../account-per-test.ts';

const at = accountPerTest();

const template = (templateId: string, html: string, more: Partial<TemplateSource> = {}) => ({
  ...{ templateId, name: templateId, subject: 'Hello', html },
  ...more,
});
const partial = (templateId: string, html: string) =>
  template(templateId, html, { subject: '', kind: 'partial' });

async function prepared(sources: TemplateSource[], ports: ManagePorts) {
  const { prepared, problems } = await prepareSources(ports, at.account, sources);
  if (problems.length > 0) throw new Error(problems.map(({ message }) => message).join('\n'));
  return prepared;
}

async function push(...sources: TemplateSource[]) {
  const { ports } = at.deployment;
  return pushTemplates(ports, at.account, await prepared(sources, ports));
}

const eva = { by: 'eva', how: 'push', note: 'new greeting' };

async function draft(
  sources: TemplateSource[],
  options: Partial<Parameters<typeof saveDrafts>[3]> = {},
) {
  const { ports } = at.deployment;
  const templates = await prepared(sources, ports);
  return saveDrafts(ports, at.account, templates, { author: eva, check: () => {}, ...options });
}

async function publish(...ids: string[]) {
  const { ports } = at.deployment;
  return publishDrafts(ports, at.account, await planPublish(ports, at.account, ids), { by: 'ada' });
}

const headOf = (id: string) => readHeadOrTombstone(at.deployment.ports.templates, at.account, id);

async function served(id: string) {
  const loaded = await templateLoader(at.deployment.ports.templates)(at.account, id);
  if (!loaded) return null;
  const rendering = renderContent(loaded.compiled, {});
  return rendering.outcome === 'rendered' ? rendering.html : rendering;
}

async function draftOf(id: string) {
  const { draft, content } = await readDraft(at.deployment.ports, at.account, id);
  return [draft.revision, content.html];
}

async function versions(id: string) {
  const { items } = await listRevisions(at.deployment.ports, at.account, id);
  return items.map(({ revision, current, origin }) => [revision, current, origin?.how]);
}

describe('a draft', () => {
  test('a draft is stored beside what is served, and changes neither that nor the history', async () => {
    await push(template('welcome', 'one'));

    const saved = await draft([template('welcome', 'two')]);

    const changed = { changed: true, state: 'changed', changes: ['html'] };
    expect(saved).toEqual([{ id: 'welcome', revision: 2, draft: true, ...changed }]);
    expect(await served('welcome')).toBe('one');
    expect(await draftOf('welcome')).toEqual([2, 'two']);
    expect((await headOf('welcome'))?.draft).toEqual({
      revision: 2,
      createdAt: new Date(0).toISOString(),
      origin: { ...eva, from: 1 },
    });
    expect(await versions('welcome')).toEqual([[1, true, undefined]]);
    const shown = showRevision(at.deployment.ports, at.account, 'welcome', 2);
    await expect(shown).rejects.toThrow('welcome has no revision 2');
  });

  test('a published draft is served under its number, and the history names its author and its publisher', async () => {
    await push(template('welcome', 'one'));
    await draft([template('welcome', 'two')]);

    const published = await publish('welcome');

    const changed = { changed: true, state: 'changed', changes: ['html'] };
    expect(published).toEqual([{ id: 'welcome', revision: 2, ...changed }]);
    expect(await served('welcome')).toBe('two');
    expect(await headOf('welcome')).toMatchObject({
      revision: 2,
      draft: undefined,
      origin: { by: 'ada', how: 'publish of draft by eva', note: 'new greeting', from: 1 },
    });
    expect(await versions('welcome')).toEqual([
      [2, true, 'publish of draft by eva'],
      [1, false, undefined],
    ]);
  });

  test('a dropped draft is gone, and its number is not used again', async () => {
    await push(template('welcome', 'one'));
    await draft([template('welcome', 'two')]);

    const dropped = await dropDraft(at.deployment.ports, at.account, 'welcome');

    expect(dropped).toEqual({ id: 'welcome', draft: 2 });
    await expect(draftOf('welcome')).rejects.toThrow('welcome has no draft');
    await expect(publish('welcome')).rejects.toThrow('welcome has no draft');
    expect(await push(template('welcome', 'three'))).toMatchObject([{ revision: 3 }]);
  });

  test('a push drops the draft and says so, if it changes the template', async () => {
    await push(template('welcome', 'one'));
    await draft([template('welcome', 'two')]);

    const unchanged = await push(template('welcome', 'one'));
    const before = await draftOf('welcome');
    const changed = await push(template('welcome', 'three'));

    expect(unchanged).toMatchObject([{ revision: 1, changed: false }]);
    expect(before).toEqual([2, 'two']);
    expect(changed).toMatchObject([{ revision: 3, droppedDraft: 2 }]);
    await expect(draftOf('welcome')).rejects.toThrow('welcome has no draft');
  });

  test('a push of what the draft has serves the draft, and drops nothing', async () => {
    await push(template('welcome', 'one'));
    await draft([template('welcome', 'two')]);

    const [pushed] = await push(template('welcome', 'two'));

    expect(pushed).toEqual({
      ...{ id: 'welcome', revision: 2, changed: true },
      ...{ state: 'changed', changes: ['html'] },
    });
    expect((await headOf('welcome'))?.draft).toBeUndefined();
  });

  test('a draft replaces the one before it, and both checks see which draft was there', async () => {
    await push(template('welcome', 'one'));
    await draft([template('welcome', 'two')]);
    const seen: (number | undefined)[] = [];
    const check = (saves: readonly DraftSave[]) =>
      void seen.push(...saves.map((save) => save.seen?.draft?.revision));

    const replaced = await draft([template('welcome', 'three')], { check });
    const again = await draft([template('welcome', 'three')], { check });
    const same = await draft([template('welcome', 'one')], { check });

    expect(seen).toEqual([2, 3, 3]);
    expect(replaced).toMatchObject([{ revision: 3, changed: true, draft: true }]);
    expect(again).toMatchObject([{ revision: 3, changed: false, draft: true }]);
    expect(same).toMatchObject([{ revision: 1, changed: false, draft: false }]);
    expect(await draftOf('welcome')).toEqual([3, 'three']);
  });

  test('a draft whose check throws, and one of a dry run, write nothing', async () => {
    await push(template('welcome', 'one'));

    const dry = await draft([template('welcome', 'two')], { dryRun: true });
    const refused = draft([template('welcome', 'two')], {
      check: () => {
        throw new Error('refused');
      },
    });

    await expect(refused).rejects.toThrow('refused');
    expect(dry).toMatchObject([{ revision: 2, changed: true, draft: true }]);
    await expect(draftOf('welcome')).rejects.toThrow('welcome has no draft');
  });

  test('a draft or a push that read the template before a draft was saved does not overwrite that draft', async () => {
    const { templates } = at.deployment.ports;
    await push(template('welcome', 'one'));
    const seen = await headOf('welcome');
    if (!seen) throw new Error('welcome is missing');
    await draft([template('welcome', 'two')]);

    const draftAgain = { revision: 3, createdAt: seen.updatedAt, origin: eva };
    const written = [
      await writeDraft(templates, at.account, { ...seen, draft: draftAgain }, seen),
      await writeHead(templates, at.account, { ...seen, revision: 3 }, seen),
    ];

    expect(written).toEqual([false, false]);
    expect(await draftOf('welcome')).toEqual([2, 'two']);
  });

  test('a draft that was deleted with its template does not come back', async () => {
    await push(template('welcome', 'one'));
    await draft([template('welcome', 'two')]);

    await deleteTemplate(at.deployment.ports, at.account, 'welcome');
    await pushRevision(at.deployment.ports, at.account, 'welcome', 1);

    expect(await headOf('welcome')).toMatchObject({ draft: undefined });
    expect(await served('welcome')).toBe('one');
  });
});

describe('the loader of drafts', () => {
  test('a warm template with a draft is served with one read, and so is its draft', async () => {
    await push(template('welcome', 'one'));
    await draft([template('welcome', 'two')]);

    const reads = await at.deployment.withFaults(
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
    await draft([template('invite', 'one')]);

    const load = draftLoader(at.deployment.ports.templates);

    expect((await load(at.account, 'invite'))?.revision).toBe(1);
    expect([await load(at.account, 'welcome'), await load(at.account, 'other')]).toEqual([
      null,
      null,
    ]);
  });
});

describe('a draft of a new template', () => {
  test('until its draft is published, a new template is not served and is in no list', async () => {
    const { ports } = at.deployment;

    const saved = await draft([template('invite', 'one')]);
    const before = {
      served: await served('invite'),
      templates: await listTemplates(ports, at.account),
      deleted: await listDeletedTemplates(ports, at.account),
      versions: await listRevisions(ports, at.account, 'invite'),
    };
    const shown = showTemplate(ports, at.account, 'invite');
    await expect(shown).rejects.toThrow('Template invite is a draft, and was never published');
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

  test('a dropped draft of a new template leaves nothing but its number', async () => {
    await draft([template('invite', 'one')]);

    await dropDraft(at.deployment.ports, at.account, 'invite');

    expect(await headOf('invite')).toBeNull();
    expect(await push(template('invite', 'two'))).toMatchObject([{ revision: 2, state: 'new' }]);
    expect(await versions('invite')).toEqual([[2, true, undefined]]);
  });

  test('a draft of a deleted template brings it back when it is published', async () => {
    await push(template('welcome', 'one'));
    await deleteTemplate(at.deployment.ports, at.account, 'welcome');

    await draft([template('welcome', 'two')]);
    const before = await served('welcome');
    await publish('welcome');

    expect(before).toBeNull();
    expect(await served('welcome')).toBe('two');
  });
});

describe('a publish', () => {
  test('a publish is refused if the served revision is not the one that the draft was made from, naming who changed it', async () => {
    await push(template('welcome', 'one'));
    await push(template('welcome', 'two'));
    await draft([template('welcome', 'three')]);
    const author = { by: 'max', how: 'rollback to 1' };
    await pushRevision(at.deployment.ports, at.account, 'welcome', 1, author);

    const refused = await publish('welcome').catch((error) => error);

    expect(refused.message).toBe('Nothing was published');
    expect(refused.details).toEqual([
      {
        code: 'changed-meanwhile',
        templateId: 'welcome',
        message:
          'was changed since its draft was made from revision 2: revision 4 by max, rollback to 1, at 1970-01-01T00:00:00.000Z',
      },
    ]);
    expect(await served('welcome')).toBe('one');
    expect(await draftOf('welcome')).toEqual([3, 'three']);
  });

  test('a draft that is published over a newer revision gets a number after it', async () => {
    const { ports } = at.deployment;
    await push(template('welcome', 'one'));
    await push(template('welcome', 'two'));
    await draft([template('welcome', 'three')]);
    await pushRevision(ports, at.account, 'welcome', 1);

    const plan = await planPublish(ports, at.account, ['welcome'], { force: true });
    const published = await publishDrafts(ports, at.account, plan, { by: 'ada' });

    expect(published).toMatchObject([{ revision: 5 }]);
    expect((await versions('welcome')).map(([revision]) => revision)).toEqual([5, 4, 2, 1]);
  });

  test('a publish of several drafts publishes all of them or none', async () => {
    await push(template('a', 'one'), template('b', 'one'));
    await draft([template('a', 'two')]);

    await expect(publish('a', 'b')).rejects.toThrow('b has no draft');
    const between = await served('a');
    await draft([template('b', 'two')]);
    await publish('a', 'b');

    expect(between).toBe('one');
    expect([await served('a'), await served('b')]).toEqual(['two', 'two']);
  });

  test('a publish is refused if the draft was replaced since its difference was shown', async () => {
    const { ports } = at.deployment;
    await push(template('welcome', 'one'));
    await draft([template('welcome', 'two')]);
    const plan = await planPublish(ports, at.account, ['welcome']);
    await draft([template('welcome', 'three')]);

    const published = publishDrafts(ports, at.account, plan, { by: 'ada' });

    await expect(published).rejects.toThrow('somebody changed welcome meanwhile');
    expect(await served('welcome')).toBe('one');
  });
});

describe('a draft and the partials that it takes', () => {
  test('a changed partial cannot be a draft, and an unchanged partial may be pushed with drafts of templates', async () => {
    await push(partial('footer', 'F'), template('welcome', 'one{{> footer}}'));

    const refused = draft([partial('footer', 'G'), template('welcome', 'two{{> footer}}')]);
    await expect(refused).rejects.toThrow('No draft was saved: a partial cannot be a draft');
    await draft([partial('footer', 'F'), template('welcome', 'two{{> footer}}')]);
    const published = await publish('welcome');

    expect(published).toMatchObject([{ id: 'welcome', revision: 2, changes: ['html'] }]);
    expect(await served('welcome')).toBe('twoF');
  });

  test('a partial that is saved while a template has a draft keeps the draft, which is published with it', async () => {
    await push(partial('footer', 'F'), template('welcome', 'one{{> footer}}'));
    await draft([template('welcome', 'two{{> footer}}')]);

    await push(partial('footer', 'G'));
    const between = await served('welcome');
    const published = await publish('welcome');

    expect(between).toBe('oneG');
    const changed = { changed: true, state: 'changed', changes: ['html'] };
    expect(published).toEqual([{ id: 'welcome', revision: 4, ...changed }]);
    expect(await served('welcome')).toBe('twoG');
  });

  test('a publish is refused if the draft does not compile with the partials that are served now', async () => {
    await push(partial('footer', 'F'), template('welcome', 'one'));
    await draft([template('welcome', 'two{{> footer}}')]);
    await deleteTemplate(at.deployment.ports, at.account, 'footer');

    await expect(publish('welcome')).rejects.toThrow('Nothing was published');
    expect(await served('welcome')).toBe('one');
  });
});
