import { describe, expect, test } from '../../jest.ts';
import { ask, dashboard, invalid, ok, startDashboardForFile, tagOf } from './dashboard.ts';
import { shownTemplate, summaryOfTemplate } from './shown-template.ts';

await startDashboardForFile();

const template = (id: string, html: string, change: object = {}) => ({
  ...{ id, name: id, subject: 'Hello', html },
  ...change,
});
const partial = (id: string, html: string, change: object = {}) =>
  template(id, html, { kind: 'partial', subject: '', ...change });

async function create(...bodies: object[]): Promise<void> {
  for (const body of bodies) {
    const { status } = await ask('POST', '/templates', { body });
    if (status !== 201) throw new Error(`The answer has status ${status}`);
  }
}

const save = (id: string, revision: number, body: object) =>
  ask('PUT', `/templates/${id}`, { headers: { 'If-Match': `"${revision}"` }, body });
const render = (body: object) => ask('POST', '/render', { body });
const detailsOf = ({ body }: { body: unknown }) =>
  (body as { errors: { pointer: string; detail: string }[] }).errors;

describe('a partial', () => {
  test('a partial is created, and says which templates take it, directly or through others', async () => {
    await create(partial('footer', 'F{{year}}'), partial('base', '{{> content}}{{> footer}}'));
    await create(template('welcome', 'x', { layout: 'base' }), template('receipt', '{{> footer}}'));

    const footer = await ask('GET', '/templates/footer');
    const list = await ask('GET', '/templates', { query: { kind: 'partial' } });
    const welcome = await ask('GET', '/templates/welcome');

    const year = { name: 'year', within: [], uses: ['value'], required: true, defaults: [] };
    const summary = {
      ...{ ...summaryOfTemplate, kind: 'partial', revision: 1 },
      ...{ id: 'footer', name: 'footer', subject: '' },
    };
    const usedBy = ['base', 'receipt', 'welcome'].map((id) => ({ id, name: id }));
    const whole = { ...summary, html: 'F{{year}}', variables: [year], usedBy };
    expect(footer).toEqual(ok(shownTemplate(whole), { etag: '"1"' }));
    expect(list.body).toEqual({
      items: [{ ...summary, id: 'base', name: 'base', isLayout: true, uses: ['footer'] }, summary],
      nextCursor: null,
    });
    expect(welcome.body).toMatchObject({
      ...{ kind: 'template', layout: 'base', uses: ['base', 'footer'], usedBy: [] },
      ...{ variables: [year] },
    });
  });

  test('a list of templates leaves partials out, and a kind that does not exist is refused', async () => {
    await create(partial('footer', 'F'), template('welcome', 'x'));

    const templates = await ask('GET', '/templates', { query: { kind: 'template', limit: '1' } });
    const refused = await ask('GET', '/templates', { query: { kind: 'layout' } });

    expect(templates.body).toMatchObject({ items: [{ id: 'welcome' }], nextCursor: null });
    expect(refused).toEqual(
      invalid({ pointer: '/query/kind', detail: 'kind must be one of template, partial' }),
    );
  });

  test('a test mail of a partial is refused as unknown', async () => {
    await create(partial('footer', 'F'));

    const refused = await ask('POST', '/templates/footer/test-send', {
      ...{ headers: { 'Idempotency-Key': 'k' }, body: { to: 'ada@example.net' } },
    });

    expect(refused).toMatchObject({ status: 404, body: { code: 'not_found' } });
  });
});

describe('a save of a template', () => {
  test('a template gives up its layout, and takes none that does not exist', async () => {
    await create(partial('base', '[{{> content}}]'), template('welcome', 'x', { layout: 'base' }));
    const body = { name: 'welcome', subject: 'Hello', html: 'x' };

    const none = await save('welcome', 1, { ...body, layout: null });
    const missing = await save('welcome', 2, { ...body, layout: 'absent' });

    expect(none.body).toMatchObject({ layout: null, uses: [], revision: 2 });
    const detail = 'There is no layout "absent": correct its name, or push it';
    expect(missing).toEqual(invalid({ pointer: '/layout', detail, code: 'partial' }));
  });

  test('a problem of a template that takes the saved partial names that template and its place', async () => {
    await create(partial('link', '/path'), template('welcome', '\n<a href="{{> link}}{{x}}">'));

    const refused = await save('link', 1, { name: 'link', subject: '', html: 'javascript:' });
    const welcome = await ask('GET', '/templates/welcome');

    expect(detailsOf(refused)).toEqual([
      {
        ...{
          pointer: '/html',
          code: 'unsafe-place',
          detail: expect.stringContaining('takes link'),
        },
        origin: { id: 'welcome', line: 2, column: 20 },
      },
    ]);
    expect(welcome.body).toMatchObject({ revision: 1 });
  });
});

describe('a preview', () => {
  const draft = { subject: 'Hello', html: 'x{{> footer}}' };

  test('a draft is rendered with its layout and the stored partials that it takes', async () => {
    await create(partial('footer', 'F{{year}}'), partial('base', '[{{> content}}]'));

    const answer = await render({ ...draft, layout: 'base', data: { year: 26 } });
    const foreign = await (await dashboard.accountDoor()).ask('POST', '/render', { body: draft });

    expect(answer.body).toMatchObject({ html: '[xF26]', variables: [{ name: 'year' }] });
    const detail = 'There is no partial "footer": correct its name, or push it';
    expect(foreign).toEqual(
      invalid({ pointer: '/html', detail, code: 'partial', line: 1, column: 2 }),
    );
  });

  test('a partial is rendered without a subject, and without warnings that concern whole mails', async () => {
    const html = '<img alt="" src="a.png">';

    const answer = await render({ id: 'footer', kind: 'partial', subject: '', html });
    const itself = await render({ ...draft, id: 'footer', kind: 'partial', subject: '' });

    expect(answer.body).toEqual({
      ...{ subject: '', html, text: '', variables: [], missing: [], unused: [], warnings: [] },
    });
    expect(detailsOf(itself)[0]?.detail).toContain('footer → footer');
  });

  test('a draft of a partial is rendered within a template that takes it, with the test data of that template', async () => {
    await create(partial('footer', 'F'));
    await create(template('welcome', '{{name}}{{> footer}}', { testData: { name: 'Ada' } }));
    const footer = { id: 'footer', kind: 'partial', subject: '', html: 'new' };

    const answer = await render({ ...footer, within: 'welcome', data: { name: 'Eva' } });
    const unknown = await render({ ...footer, within: 'nowhere' });

    expect(answer.body).toMatchObject({ subject: 'Hello', html: 'Adanew' });
    const detail = 'There is no template nowhere: name one that takes this partial';
    expect(unknown).toEqual(invalid({ pointer: '/within', detail, code: 'bad-id' }));
  });

  test('a problem within a partial has the place where the draft takes it, and its own', async () => {
    await create(partial('link', '{{url}}'));

    const taken = await render({ subject: '', html: '<p>\n<script>{{> link}}</script>' });
    const own = { id: 'link', kind: 'partial', subject: '', html: '\n{{url}' };
    await create(template('welcome', '{{> link}}'));
    const within = await render({ ...own, within: 'welcome' });

    expect(detailsOf(taken)).toEqual([
      {
        ...{ pointer: '/html', code: 'unsafe-place', detail: expect.any(String) },
        ...{ line: 2, column: 9, origin: { id: 'link', line: 1, column: 1 } },
      },
    ]);
    expect(detailsOf(within)[0]).toMatchObject({ pointer: '/html', line: 2, column: 1 });
    expect(detailsOf(within)[0]).not.toHaveProperty('origin');
  });

  test('a test run of a flow and a test mail render the draft with its partials', async () => {
    await create(partial('footer', 'F'), partial('base', '[{{> content}}]'));
    await create(template('welcome', 'x'));

    const run = await ask('POST', '/flow/run', { body: { ...draft, layout: 'base' } });
    const sent = await ask('POST', '/templates/welcome/test-send', {
      headers: { 'Idempotency-Key': 'k' },
      body: { to: 'ada@example.net', draft: { ...draft, layout: 'base' } },
    });

    expect(run.body).toMatchObject({ outcome: { html: '[xF]' } });
    expect(sent.status).toBe(200);
    expect(JSON.stringify(dashboard.ses.calls)).toContain('[xF]');
  });
});

describe('the places of a preview', () => {
  const placesOf = ({ body }: { body: unknown }) => (body as { places?: unknown }).places;

  test('a preview of more than 20,000 pieces has no places', async () => {
    const rows = Array.from({ length: 10_000 }, () => 0);
    const body = { subject: 's', html: '{{#rows}}<i>{{.}}{{/rows}}', data: { rows } };

    const most = await render({ ...body, places: true });
    const more = await render({ ...body, html: `${body.html}.`, places: true });

    expect(placesOf(most)).toMatchObject({ pieces: [{ start: 9 }, { start: 12 }] });
    expect(placesOf(more)).toBe(null);
  });
});

describe('the draft of a partial', () => {
  const footer = '/templates/footer/draft';
  const put = (html: string, headers: Record<string, string>, more: object) =>
    ask('PUT', footer, { headers, body: { name: 'Footer', subject: '', html, ...more } });
  const ifNone = { 'If-None-Match': '*' };

  test('it is no mail, and its publish serves it in what takes it, or is refused by that', async () => {
    const letter = '<a href="{{> footer}}{{order}}">x</a>';
    await create(partial('footer', 'one'), template('letter', letter));
    const broken = await put('javascript:', ifNone, { from: 1 });
    const saved = await put('two', ifNone, { from: 1 });
    const edited = await put('three', tagOf(saved), { from: 1 });
    const replay = await ask('POST', `${footer}/replay`);
    const before = await ask('GET', '/templates/letter');
    const over = { headers: tagOf(edited), body: { over: 1 } };
    const published = await ask('POST', `${footer}/publish`, over);
    const revisions = await ask('GET', '/templates/letter/revisions');

    expect(broken).toMatchObject({ status: 400, body: { errors: [{ origin: { id: 'letter' } }] } });
    expect(saved.body).toMatchObject({ kind: 'partial', revision: 2, usedBy: [{ id: 'letter' }] });
    expect(replay).toEqual(ok(null));
    expect(before.body).toMatchObject({ revision: 1 });
    const dependents = [{ id: 'letter', revision: 2 }];
    expect(published.body).toMatchObject({ kind: 'partial', html: 'three', dependents });
    expect(revisions.body).toMatchObject({
      items: [{ revision: 2, by: 'local', how: 'partial footer 1 → 2' }, { revision: 1 }],
    });
  });

  test('a first draft says whether it is one, and takes no id that is there', async () => {
    const layout = await put('{{> content}}', ifNone, { from: 0, kind: 'partial' });
    const edited = await put('{{> content}}!', tagOf(layout), { from: 0 });
    const again = await put('other', ifNone, { from: 0, kind: 'partial' });
    const over = { headers: tagOf(edited), body: { over: 0 } };
    const published = await ask('POST', `${footer}/publish`, over);
    const taken = await put('x', ifNone, { from: 0, kind: 'partial' });

    const kind = { kind: 'partial', isLayout: true };
    expect(layout).toMatchObject({ status: 200, body: { ...kind, draft: { from: null } } });
    expect(edited.body).toMatchObject(kind);
    expect(published.body).toMatchObject({ ...kind, revision: 1, html: '{{> content}}!' });
    expect([again, taken]).toMatchObject([
      { status: 409 },
      { status: 409, body: { code: 'taken' } },
    ]);
  });
});
