import { templateLoader } from '../../../shared/adapters/tables/template-loader.ts';
import { saveDrafts } from '../../../shared/manage/templates/drafts/save-drafts.ts';
import { prepareSources } from '../../../shared/manage/templates/prepare-sources.ts';
import { beforeEach, describe, expect, test } from '../../jest.ts';
import {
  accountId,
  anyTime,
  ask,
  dashboard,
  notFound,
  ok,
  startDashboardForFile,
} from './dashboard.ts';
import { shownTemplate } from './shown-template.ts';

await startDashboardForFile();
beforeEach(async () => {
  await ask('POST', '/templates', { body: { id: 'welcome', ...content('one') } });
});

const content = (html: string) => ({ name: 'Welcome', subject: 'Hi', html });
const ifMatch = (revision: number) => ({ 'If-Match': `"${revision}"` });
const ifNone = { 'If-None-Match': '*' };

const path = '/templates/welcome/draft';
const saveDraft = (html: string, headers: Record<string, string>, from = 1) =>
  ask('PUT', path, { headers, body: { ...content(html), note: `draft ${html}`, from } });
const publish = (draft: number, over: number) =>
  ask('POST', `${path}/publish`, { headers: ifMatch(draft), body: { over } });
const served = async () => {
  const loaded = await templateLoader(dashboard.ports.templates)(accountId, 'welcome');
  return loaded?.revision;
};
const draftOf = (revision: number, note: string) => ({
  ...{ revision, createdAt: anyTime, by: 'local', how: 'dashboard', note, from: 1 },
});

describe('the draft of a template', () => {
  test('a draft is saved, read, replaced and published, and is served only then', async () => {
    const saved = await saveDraft('two', ifNone);
    const read = await ask('GET', path);
    const template = await ask('GET', '/templates/welcome');
    const replaced = await saveDraft('three', ifMatch(2));
    const before = await served();
    const published = await publish(3, 1);
    const revisions = await ask('GET', '/templates/welcome/revisions');

    const draft = draftOf(2, 'draft two');
    const shown = shownTemplate({ id: 'welcome', ...content('two'), revision: 2, draft });
    expect(saved).toEqual(ok(shown, { etag: '"2"' }));
    expect(read).toEqual(saved);
    expect(template.body).toMatchObject({ html: 'one', revision: 1, draft });
    expect(replaced.body).toMatchObject({ revision: 3, html: 'three' });
    expect(before).toBe(1);
    expect(published).toMatchObject({ status: 200, headers: { etag: '"3"' } });
    expect(published.body).toMatchObject({ revision: 3, html: 'three', draft: null });
    expect(await served()).toBe(3);
    expect(revisions.body).toMatchObject({
      items: [
        { revision: 3, how: 'publish of draft by local', note: 'draft three', from: 1 },
        { revision: 1 },
      ],
    });
  });

  test('a repeated save or publish of a draft, whose answer was lost, gets the same answer', async () => {
    const saved = await saveDraft('two', ifNone);
    const savedAgain = await saveDraft('two', ifNone);
    const published = await publish(2, 1);
    const publishedAgain = await publish(2, 1);

    expect(savedAgain).toEqual(saved);
    expect(published.status).toBe(200);
    expect(publishedAgain).toEqual(published);
  });

  test('a draft that somebody else replaced is neither replaced, published nor dropped', async () => {
    await saveDraft('two', ifNone);
    await saveDraft('three', ifMatch(2));

    const answers = [
      await saveDraft('four', ifNone),
      await saveDraft('four', ifMatch(2)),
      await publish(2, 1),
      await ask('DELETE', path, { headers: ifMatch(2) }),
    ];

    expect(answers.map(({ status }) => status)).toEqual([412, 412, 412, 412]);
    expect((await ask('GET', path)).body).toMatchObject({ revision: 3, html: 'three' });
  });

  test('a draft that is based on an older revision than the served one is not saved', async () => {
    await ask('PUT', '/templates/welcome', { headers: ifMatch(1), body: content('two') });

    const refused = await saveDraft('three', ifNone, 1);

    expect(refused).toMatchObject({ status: 412, body: { code: 'stale', revision: 2 } });
    expect(await ask('GET', path)).toEqual(notFound);
  });

  test('a draft is refused if it equals the served revision, does not compile, or has no precondition', async () => {
    const same = await saveDraft('one', ifNone);
    const broken = await saveDraft('{{#open}}', ifNone);
    const blind = await saveDraft('two', {});

    const detail = 'A draft must differ from what is served';
    expect(same).toMatchObject({ status: 400, body: { errors: [{ pointer: '', detail }] } });
    expect(broken).toMatchObject({ status: 400, body: { errors: [{ pointer: '/html' }] } });
    expect(blind).toMatchObject({ status: 428, body: { code: 'precondition_required' } });
    expect(await ask('GET', path)).toEqual(notFound);
  });

  test('a dropped draft is gone, and the template is served as before', async () => {
    await saveDraft('two', ifNone);

    const dropped = await ask('DELETE', path, { headers: ifMatch(2) });

    expect(dropped.status).toBe(204);
    expect(await ask('GET', path)).toEqual(notFound);
    expect((await ask('GET', '/templates/welcome')).body).toMatchObject({
      revision: 1,
      draft: null,
    });
  });

  test('the draft of a new template is not found by the dashboard', async () => {
    const { ports } = dashboard;
    const source = { templateId: 'invite', ...content('one') };
    const { prepared } = await prepareSources(ports, accountId, [source]);
    const author = { by: 'eva', how: 'push' };
    await saveDrafts(ports, accountId, prepared, { author, check: () => {} });

    const invite = '/templates/invite/draft';
    const answers = [
      await ask('GET', '/templates/invite'),
      await ask('GET', invite),
      await ask('DELETE', invite, { headers: ifMatch(1) }),
      await ask('POST', `${invite}/publish`, { headers: ifMatch(1), body: { over: 1 } }),
    ];

    expect(answers).toEqual(Array(4).fill(notFound));
  });
});
