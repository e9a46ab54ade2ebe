import { templateLoader } from '../../../shared/adapters/tables/template-loader.ts';
import { beforeEach, describe, expect, test } from '../../jest.ts';
import {
  type Answer,
  accountId,
  anyTime,
  ask,
  dashboard,
  notFound,
  ok,
  startDashboardForFile,
  tagOf,
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
const publish = (draft: Answer, over: number) =>
  ask('POST', `${path}/publish`, { headers: tagOf(draft), body: { over } });
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
    const replaced = await saveDraft('three', tagOf(saved));
    const before = await served();
    const published = await publish(replaced, 1);
    const revisions = await ask('GET', '/templates/welcome/revisions');

    const draft = draftOf(2, 'draft two');
    const shown = shownTemplate({ id: 'welcome', ...content('two'), revision: 2, draft });
    const why = 'You saved this draft';
    const approval = { required: 0, given: [], mayApprove: false, why };
    const { hash } = saved.body as { hash: string };
    expect(saved).toEqual(ok({ ...shown, hash, approval }, { etag: saved.headers.etag ?? '' }));
    expect(read).toEqual(saved);
    expect(template.body).toMatchObject({ html: 'one', revision: 1, draft });
    expect(replaced.body).toMatchObject({ revision: 2, html: 'three' });
    expect(before).toBe(1);
    expect(published).toMatchObject({ status: 200, headers: { etag: '"2"' } });
    expect(published.body).toMatchObject({ revision: 2, html: 'three', draft: null });
    expect(await served()).toBe(2);
    expect(revisions.body).toMatchObject({
      items: [
        { revision: 2, how: 'publish of draft by local', note: 'draft three', from: 1 },
        { revision: 1 },
      ],
    });
  });

  test('a repeated save or publish of a draft, whose answer was lost, gets the same answer', async () => {
    const saved = await saveDraft('two', ifNone);
    const savedAgain = await saveDraft('two', ifNone);
    const published = await publish(saved, 1);
    const publishedAgain = await publish(saved, 1);

    expect(savedAgain).toEqual(saved);
    expect(published.status).toBe(200);
    expect(publishedAgain).toEqual(published);
  });

  test('a draft that someone else replaced is neither replaced, published nor discarded', async () => {
    const first = await saveDraft('two', ifNone);
    await saveDraft('three', tagOf(first));

    const answers = [
      await saveDraft('four', ifNone),
      await saveDraft('four', tagOf(first)),
      await publish(first, 1),
      await ask('DELETE', path, { headers: tagOf(first) }),
    ];

    expect(answers.map(({ status }) => status)).toEqual([412, 412, 412, 412]);
    expect((await ask('GET', path)).body).toMatchObject({ html: 'three' });
  });

  test('a save of the template beside a draft keeps the draft, which is then stale and is published over it', async () => {
    const draft = await saveDraft('two', ifNone);

    const beside = await ask('PUT', '/templates/welcome', {
      headers: ifMatch(1),
      body: content('three'),
    });
    const edited = await saveDraft('two and more', tagOf(draft));
    const unseen = await publish(edited, 1);
    const published = await publish(edited, 2);

    expect(beside.body).toMatchObject({ revision: 2, html: 'three', draft: { from: 1 } });
    expect(edited.body).toMatchObject({ html: 'two and more', draft: { from: 1 } });
    expect(unseen).toMatchObject({ status: 412, body: { code: 'stale', revision: 2 } });
    expect(published.body).toMatchObject({ revision: 3, html: 'two and more', draft: null });
  });

  test('a draft keeps its note until a save has another one', async () => {
    const first = await saveDraft('two', ifNone);
    const body = { ...content('three'), from: 1 };

    const kept = await ask('PUT', path, { headers: tagOf(first), body });
    const again = { headers: tagOf(kept), body: { ...body, note: 'other' } };
    const changed = await ask('PUT', path, again);

    expect(kept.body).toMatchObject({ draft: { note: 'draft two' } });
    expect(changed.body).toMatchObject({ html: 'three', draft: { note: 'other' } });
  });

  test('a draft of an older revision than the served one is stale, and one of no revision is refused', async () => {
    await ask('PUT', '/templates/welcome', { headers: ifMatch(1), body: content('two') });

    const refused = await saveDraft('three', ifNone, 3);
    const stale = await saveDraft('three', ifNone, 1);

    expect(refused).toMatchObject({ status: 412, body: { code: 'stale', revision: 2 } });
    expect(stale.body).toMatchObject({ html: 'three', draft: { from: 1 } });
    expect((await ask('GET', '/templates/welcome')).body).toMatchObject({ revision: 2 });
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

  test('a discarded draft is gone, and the template is served as before', async () => {
    const draft = await saveDraft('two', ifNone);

    const discarded = await ask('DELETE', path, { headers: tagOf(draft) });

    expect(discarded.status).toBe(204);
    expect(await ask('GET', path)).toEqual(notFound);
    expect((await ask('GET', '/templates/welcome')).body).toMatchObject({
      revision: 1,
      draft: null,
    });
  });
});
