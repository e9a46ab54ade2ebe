import { templateLoader } from '../../../shared/adapters/tables/template-loader.ts';
import { beforeEach, describe, expect, test } from '../../jest.ts';
import {
  accountId,
  anyTime,
  ask,
  dashboard,
  invalid,
  notFound,
  ok,
  problem,
  stale,
  startDashboardForFile,
} from './dashboard.ts';
import { shownTemplate, summaryOfTemplate, writtenTemplate } from './shown-template.ts';

await startDashboardForFile();

const content = { name: 'Welcome', subject: 'Hi {{name}}', html: '<p>{{name}}</p>' };
const variable = { name: 'name', within: [], uses: ['value'], required: true, defaults: [] };
const ifMatch = (revision: number) => ({ headers: { 'If-Match': `"${revision}"` } });
const callback = {
  nodes: [
    { id: 'mail', type: 'template' },
    { id: 'back', type: 'callback' },
  ],
  edges: [{ from: 'mail', to: 'back' }],
};

const create = (id: string, change: object = {}) =>
  ask('POST', '/templates', { body: { id, ...content, ...change } });
const shown = (id: string, revision: number, change: object = {}) =>
  shownTemplate({ id, ...content, revision, variables: [variable], ...change });
/** The answer to a save. */
const saved = (id: string, revision: number, change: object = {}) =>
  shown(id, revision, { dependents: [], ...change });

describe('a template', () => {
  test('a template is created, read, changed and read again, whole each time', async () => {
    const created = await create('welcome');
    const read = await ask('GET', '/templates/welcome');
    const change = {
      ...content,
      name: 'Hello',
      text: 'Hi {{name}}',
      testData: { name: 'Ada' },
      flow: callback,
      keep: '7d',
      secret: ['code'],
    };
    const changed = await ask('PUT', '/templates/welcome', { ...ifMatch(1), body: change });
    const again = await ask('GET', '/templates/welcome');

    const location = '/manage/v1/templates/welcome';
    expect(created).toEqual(ok(saved('welcome', 1), { etag: '"1"', location }, 201));
    expect(read).toEqual(ok(shown('welcome', 1), { etag: '"1"' }));
    const now = { ...change, flowStatus: 'callback' };
    expect(changed).toEqual(ok(saved('welcome', 2, now), { etag: '"2"' }));
    expect(again).toEqual(ok(shown('welcome', 2, now), { etag: '"2"' }));
  });

  test('a template has its content in several languages, and a save without them removes them', async () => {
    const pt = { subject: 'Olá {{name}}', html: '<p>{{name}}</p>', text: 'Olá' };
    const de = { subject: 'Hallo {{name}}', html: '<p>{{name}}</p>', text: null };

    const created = await create('many', { language: 'en', languages: { pt, de } });
    const read = await ask('GET', '/templates/many');
    const first = await ask('GET', '/templates/many/revisions/1');
    const wrong = await create('wrong', { language: 'en', languages: { pt: { html: 1 } } });
    const without = await ask('PUT', '/templates/many', { ...ifMatch(1), body: content });

    expect(created.body).toMatchObject({ language: 'en', languages: { pt, de } });
    const tags = { languageTags: ['en', 'de', 'pt'] };
    expect(read.body).toEqual(shown('many', 1, { ...tags, language: 'en', languages: { pt, de } }));
    expect(first.body).toMatchObject({ language: 'en', languages: { pt, de } });
    expect(wrong).toEqual(
      invalid(
        { pointer: '/languages/pt/subject', detail: 'subject is required' },
        { pointer: '/languages/pt/html', detail: 'html must be a string, found a number' },
      ),
    );
    expect(without.body).toMatchObject({ language: null, languages: {}, revision: 2 });
  });

  test('__proto__ is refused as the tag of a language', async () => {
    const languages = JSON.parse('{"__proto__":{"subject":"a","html":"b","text":null}}');

    expect((await create('named', { language: 'en', languages })).body).toMatchObject({
      errors: [
        {
          pointer: '/languages/__proto__',
          detail: '__proto__ must be a language tag, such as pt or pt-BR',
        },
      ],
    });
  });

  test('a template whose id is taken is not created', async () => {
    await create('taken');

    const answer = await create('taken', { name: 'Other' });
    const there = await ask('GET', '/templates/taken');

    const detail = 'There is already a template taken: choose another id';
    expect(answer).toEqual(
      problem(409, 'taken', 'The id is taken', {
        errors: [{ code: 'duplicate-id', pointer: '/id', detail }],
      }),
    );
    expect(there.body).toMatchObject({ name: 'Welcome', revision: 1 });
  });

  test('a template is refused with all its mistakes, each at its place', async () => {
    const flow = {
      nodes: [
        { id: 'mail', type: 'template' },
        { id: 'x', type: 'nothing' },
      ],
      edges: [],
    };

    const answer = await create('no/id', { name: ' ', subject: '{{a', html: 'x\n{{#b}}', flow });

    expect(answer).toMatchObject({
      status: 400,
      body: {
        errors: [
          { pointer: '/id' },
          { pointer: '/name', detail: 'name must not be empty' },
          { pointer: '/subject', line: 1, column: 1 },
          { pointer: '/html', line: 2, column: 1 },
          { pointer: '/flow/nodes/1/type' },
        ],
      },
    });
  });

  test('a template is saved only with its current ETag', async () => {
    await create('mine');
    const body = { ...content, name: 'Two' };
    await ask('PUT', '/templates/mine', { ...ifMatch(1), body });

    const without = await ask('PUT', '/templates/mine', { body });
    const late = await ask('PUT', '/templates/mine', {
      ...ifMatch(1),
      body: { ...content, name: 'Late' },
    });
    const unreadable = await ask('PUT', '/templates/mine', { headers: { 'If-Match': '2' }, body });
    const weak = await ask('PUT', '/templates/mine', { headers: { 'if-match': 'W/"2"' }, body });

    expect(without).toEqual(problem(428, 'precondition_required', 'If-Match is required'));
    expect(late).toEqual(stale(2));
    expect(unreadable).toEqual(
      invalid({ pointer: '', detail: 'If-Match must be one ETag of the template, such as "3"' }),
    );
    expect(weak).toMatchObject({ status: 200, body: { name: 'Two', revision: 2 } });
  });

  test('V2.3.3 of two saves at once, one is stored and the other is refused', async () => {
    await create('race');
    const names = ['A', 'B', 'C', 'D'];

    const answers = await Promise.all(
      names.map((name) =>
        ask('PUT', '/templates/race', { ...ifMatch(1), body: { ...content, name } }),
      ),
    );
    const there = await ask('GET', '/templates/race');

    const winners = answers.filter(({ status }) => status === 200);
    const losers = answers.filter(({ status }) => status !== 200);
    expect(winners).toHaveLength(1);
    expect(winners[0]?.body).toMatchObject(there.body as object);
    const { revision } = there.body as { revision: number };
    expect(losers).toEqual([stale(revision), stale(revision), stale(revision)]);
  });

  test('a template is deleted with its current ETag, and unknown to the next request', async () => {
    await create('gone');
    const load = templateLoader(dashboard.tables.templates);
    const before = await load(accountId, 'gone');

    const without = await ask('DELETE', '/templates/gone');
    const late = await ask('DELETE', '/templates/gone', ifMatch(7));
    const deleted = await ask('DELETE', '/templates/gone', ifMatch(1));
    const after = await Promise.all([
      load(accountId, 'gone'),
      ask('GET', '/templates/gone'),
      ask('DELETE', '/templates/gone', ifMatch(2)),
      ask('GET', '/templates'),
    ]);
    const again = await ask('DELETE', '/templates/gone', ifMatch(1));

    expect(before).toMatchObject({ revision: 1 });
    expect(without).toEqual(problem(428, 'precondition_required', 'If-Match is required'));
    expect(late).toEqual(stale(1));
    expect(deleted).toMatchObject({ status: 204, body: undefined });
    expect(again).toEqual(deleted);
    expect(after).toEqual([null, notFound, notFound, ok({ items: [], nextCursor: null })]);
  });

  test.each(['../account', 'a%2Fb', 'T%23welcome', '%', 'x'.repeat(5000), '__proto__'])(
    'an id that cannot exist is unknown: %s',
    async (id) => {
      const answers = await Promise.all([
        ask('GET', `/templates/${id}`),
        ask('PUT', `/templates/${id}`, { ...ifMatch(1), body: content }),
        ask('DELETE', `/templates/${id}`, ifMatch(1)),
      ]);

      expect(answers).toEqual([notFound, notFound, notFound]);
    },
  );
});

describe('the list of templates', () => {
  const summaries = (...ids: string[]) =>
    ids.map((id) => expect.objectContaining({ id, revision: 1 }));

  test('the list of templates has everything but the HTML, by id, page by page', async () => {
    for (const id of ['b', 'a', 'c', 'gone', 'd']) await create(id);
    await ask('DELETE', '/templates/gone', ifMatch(1));

    const first = await ask('GET', '/templates', { query: { limit: '2' } });
    const { nextCursor } = first.body as { nextCursor: string };
    const second = await ask('GET', '/templates', { query: { limit: '2', cursor: nextCursor } });

    const { html: _, ...named } = content;
    const summary = { ...summaryOfTemplate, ...named, revision: 1 };
    expect(first).toEqual(
      ok({ items: ['a', 'b'].map((id) => ({ id, ...summary })), nextCursor: expect.any(String) }),
    );
    expect(second).toEqual(ok({ items: summaries('c', 'd'), nextCursor: null }));
  });

  test('the list of templates is searched by words of the id or the name', async () => {
    await create('receipt-de', { name: 'Beleg für Größen' });
    await create('receipt', { name: 'Receipt' });
    await create('welcome', { name: 'Olá ΟΔΟΣ' });
    const found = async (search: string) => {
      const { body } = await ask('GET', '/templates', { query: { search } });
      return (body as { items: { id: string }[] }).items.map(({ id }) => id);
    };

    expect(await found('RECEIPT')).toEqual(['receipt', 'receipt-de']);
    expect(await found(' beleg  CEIPT ')).toEqual(['receipt-de']);
    expect(await found('fur GROSSEN')).toEqual(['receipt-de']);
    expect(await found('οδοσ ola')).toEqual(['welcome']);
    expect(await found('receipt welcome')).toEqual([]);
    expect(await found(`T#${'x'.repeat(5000)}`)).toEqual([]);
  });

  test('a list of the ids with one beginning has its own cursors', async () => {
    for (const id of ['mail', 'mail-2', 'Mail', 'nail']) await create(id);

    const found = await ask('GET', '/templates', { query: { prefix: 'mail' } });
    const paged = await ask('GET', '/templates', { query: { prefix: 'mail', limit: '1' } });
    const { nextCursor: cursor } = paged.body as { nextCursor: string };
    const next = await ask('GET', '/templates', { query: { prefix: 'mail', limit: '1', cursor } });
    const elsewhere = await ask('GET', '/templates', { query: { prefix: 'nail', cursor } });
    const hostile = await ask('GET', '/templates', { query: { prefix: 'T#' } });

    expect(found).toEqual(ok({ items: summaries('mail', 'mail-2'), nextCursor: null }));
    expect(next).toEqual(ok({ items: summaries('mail-2'), nextCursor: null }));
    expect(elsewhere.status).toBe(400);
    expect(hostile).toEqual(ok({ items: [], nextCursor: null }));
  });

  test('the lists of deleted templates and of those with a draft have no others', async () => {
    for (const id of ['plain', 'gone', 'drafted']) await create(id);
    await ask('DELETE', '/templates/gone', ifMatch(1));
    const body = { ...content, html: '<p>New</p>', from: 1 };
    await ask('PUT', '/templates/drafted/draft', { headers: { 'If-None-Match': '*' }, body });

    const deleted = await ask('GET', '/templates', { query: { state: 'deleted' } });
    const drafted = await ask('GET', '/templates', { query: { state: 'draft' } });

    const gone = { id: 'gone', revision: 1, deletedAt: anyTime, updatedBy: 'local' };
    expect(deleted).toEqual(ok({ items: [expect.objectContaining(gone)], nextCursor: null }));
    expect(drafted).toEqual(ok({ items: summaries('drafted'), nextCursor: null }));
  });
});

/** The author that the list of revisions shows for a save from the dashboard without sign-in. */
const savedBy = (from: number | null) => ({
  ...{ by: 'local', how: 'dashboard', note: null, from },
  approvedBy: [],
});

describe('the revisions of a template', () => {
  beforeEach(async () => {
    await create('old');
    for (const revision of [1, 2]) {
      const body = { ...content, html: `<p>${revision + 1}</p>` };
      await ask('PUT', '/templates/old', { ...ifMatch(revision), body });
    }
  });

  test('revisions are listed newest first, page by page', async () => {
    const all = await ask('GET', '/templates/old/revisions');
    const first = await ask('GET', '/templates/old/revisions', { query: { limit: '2' } });
    const { nextCursor: cursor } = first.body as { nextCursor: string };
    const second = await ask('GET', '/templates/old/revisions', { query: { limit: '2', cursor } });

    const items = [3, 2, 1].map((revision) => ({
      revision,
      createdAt: anyTime,
      current: revision === 3,
      ...savedBy(revision === 1 ? null : revision - 1),
    }));
    const pauses: unknown[] = [];
    const nextCursor = expect.any(String);
    expect(all).toEqual(ok({ items, nextCursor: null, pauses }));
    expect(first.body).toEqual({ items: items.slice(0, 2), nextCursor, pauses });
    expect(second).toEqual(ok({ items: items.slice(2), nextCursor: null, pauses }));
  });

  test('a template is paused and resumed, and its revisions say by whom', async () => {
    const change = (body: object) => ask('PATCH', '/templates/old', { body });
    const paused = await change({ state: 'paused', note: 'Bounces' });
    const resumed = await change({ state: 'active' });
    const { body } = await ask('GET', '/templates/old/revisions');

    const pause = { at: anyTime, by: 'local', note: 'Bounces' };
    expect([paused.body, resumed.body]).toMatchObject([{ paused: pause }, { paused: null }]);
    const resumedBy = { at: anyTime, by: 'local' };
    expect(body).toMatchObject({ pauses: [{ ...pause, resumed: resumedBy }] });
  });

  test('each revision can be read', async () => {
    const first = await ask('GET', '/templates/old/revisions/1');
    const unknown = await Promise.all(
      ['4', '0', 'x', '1e0', '99999999999'].map((n) => ask('GET', `/templates/old/revisions/${n}`)),
    );

    const revision = { revision: 1, createdAt: anyTime, current: false, ...savedBy(null) };
    expect(first).toEqual(ok({ id: 'old', ...revision, ...content, ...writtenTemplate }));
    expect(unknown).toEqual(unknown.map(() => notFound));
  });

  test('a revision is restored as a new one, only with the current ETag', async () => {
    const path = '/templates/old/revisions/1/restore';

    const without = await ask('POST', path);
    const late = await ask('POST', path, ifMatch(2));
    const restored = await ask('POST', path, ifMatch(3));
    const unknown = await ask('POST', '/templates/old/revisions/9/restore', ifMatch(4));

    expect(without).toEqual(problem(428, 'precondition_required', 'If-Match is required'));
    expect(late).toEqual(stale(3));
    expect(restored).toEqual(ok(saved('old', 4), { etag: '"4"' }));
    expect(unknown).toEqual(notFound);
    expect((await ask('GET', '/templates/old/revisions/4')).body).toMatchObject({
      ...{ by: 'local', how: 'restore of 1', from: 1 },
    });
  });

  test('a save has the note of its author, and a note that is too long is refused', async () => {
    const put = (from: number, note: string) =>
      ask('PUT', '/templates/old', {
        ...ifMatch(from),
        body: { ...content, html: `<p>${note}</p>`, note },
      });
    await put(3, ' for the sale ');
    const long = await put(4, 'x'.repeat(201));
    const twoLines = await ask('PUT', '/templates/old', {
      ...ifMatch(4),
      body: { ...content, note: 'one\ntwo' },
    });

    const listed = await ask('GET', '/templates/old/revisions', { query: { limit: '1' } });

    expect(listed.body).toMatchObject({ items: [{ revision: 4, note: 'for the sale' }] });
    expect(long.body).toMatchObject({
      errors: [{ pointer: '/note', detail: 'The note must not have more than 200 characters' }],
    });
    expect(twoLines.body).toMatchObject({
      errors: [
        { pointer: '/note', detail: 'The note must be on one line, without control characters' },
      ],
    });
  });
});

describe('a deleted template', () => {
  const ifDeleted = { headers: { 'If-None-Match': '*' } };
  const restore = '/templates/gone/revisions/1/restore';
  beforeEach(async () => {
    await create('gone');
    await ask('DELETE', '/templates/gone', ifMatch(1));
  });

  test('a deleted template is brought back with If-None-Match: *', async () => {
    const restored = await ask('POST', restore, ifDeleted);
    const there = await ask('GET', '/templates/gone');
    const repeated = await ask('POST', restore, ifDeleted);
    const body = { ...content, name: 'Changed since' };
    await ask('PUT', '/templates/gone', { ...ifMatch(2), body });
    const late = await ask('POST', restore, ifDeleted);

    expect(restored).toEqual(ok(saved('gone', 2), { etag: '"2"' }));
    expect(there).toEqual(ok(shown('gone', 2), { etag: '"2"' }));
    expect(repeated).toEqual(restored);
    expect(late).toEqual(stale(3));
  });

  test('a deleted template stays deleted for a request with its old ETag or without a condition', async () => {
    const old = await ask('POST', restore, ifMatch(1));
    const both = await ask('POST', restore, {
      headers: { ...ifDeleted.headers, ...ifMatch(1).headers },
    });
    const without = await ask('POST', restore);
    const there = await ask('GET', '/templates/gone');

    expect([old, both]).toEqual([notFound, notFound]);
    expect(without).toEqual(problem(428, 'precondition_required', 'If-Match is required'));
    expect(there).toEqual(notFound);
  });
});
