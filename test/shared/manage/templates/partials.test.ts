import { readRevision } from '../../../../shared/adapters/tables/templates-table.ts';
import { prepareSources } from '../../../../shared/manage/templates/prepare-sources.ts';
import { changeTemplate } from '../../../../shared/manage/templates/save-template.ts';
import type { TemplateSource } from '../../../../shared/manage/templates/template-source.ts';
import { expect, test } from '../../../jest.ts';
import { isHeadWrite, partial, storedTemplates, template } from './stored-templates.ts';

const stored = await storedTemplates();
const { at, ports, headOf, problemsOf, push, pushBy, remove, rollBack, served } = stored;

async function revisionOf(id: string) {
  const revision = (await headOf(id))?.revision ?? 0;
  return readRevision(ports.templates, at.account, id, revision);
}
const partialsOf = async (id: string) => (await revisionOf(id))?.partials;

const outcomes = (pushed: Awaited<ReturnType<typeof push>>) =>
  pushed.map(({ id, revision, state, because }) => [id, revision, state, because]);

const ids = ['a', 'b', 'c'];

/** Pushes a footer, and for each id a template that prints the id and then the footer. */
const pushFooter = (of: readonly string[]) =>
  push(partial('footer', 'F'), ...of.map((id) => template(id, `${id}{{> footer}}`)));

test('a layout that does not exist is one problem of the field layout, for all languages and parts together', async () => {
  const pt = { subject: '', html: 'x', text: 'x' };
  const languages = { language: 'en', languages: { pt } };
  const welcome = template('welcome', 'x', { text: 'x', layout: 'base', ...languages });

  const alone = await problemsOf(welcome);
  const base = partial('base', '{{> content}}', { layout: 'absent' });
  const together = await problemsOf(welcome, base);

  const missing = (id: string) => ({
    ...{ code: 'partial', part: 'layout' },
    message: `There is no layout "${id}": correct its name, or push it`,
  });
  expect(alone).toEqual([{ templateId: 'welcome', ...missing('base') }]);
  expect(together).toEqual([{ templateId: 'base', partial: 'base', ...missing('absent') }]);
});

test('the history of a template names a partial whose id is the name of a property of every object', async () => {
  await push(template('welcome', '{{> footer}}'), partial('footer', 'F'));
  const sources = [partial('footer', '{{> constructor}}'), partial('constructor', 'C')];

  await pushBy(ports, sources, { author: { by: 'eva', how: 'push' } });

  const head = await headOf('welcome');
  expect(head?.origin?.how).toMatch(/^partial (?=.*footer 1 → 2)(?=.*constructor 1)[\w ,→]+$/);
});

test('templates are saved joined with the partials and layouts of the same push and of before', async () => {
  await push(partial('logo', 'L'));
  await push(
    template('welcome', 'x', { layout: 'base' }),
    partial('base', '{{> logo}}[{{> content}}]{{> footer}}'),
    partial('footer', 'F'),
  );

  expect(await served('welcome')).toBe('L[x]F');
  expect(await partialsOf('welcome')).toEqual({ base: 1, footer: 1, logo: 1 });
  expect(await partialsOf('base')).toEqual({ footer: 1, logo: 1 });
  expect((await headOf('welcome'))?.uses?.toSorted()).toEqual(['base', 'footer', 'logo']);
});

test('a partial is not served itself', async () => {
  await push(partial('footer', 'F'));

  expect(await served('footer')).toBeNull();
});

test('a partial under the id of a template is refused, and so is a template under the id of a partial', async () => {
  await push(template('a', 'x'), partial('b', 'x'));

  await expect(push(partial('a', 'x'))).rejects.toThrow('The id a is that of a template');
  await expect(push(template('b', 'x'))).rejects.toThrow('The id b is that of a partial');
});

test.each<[Partial<TemplateSource>, string]>([
  [{ subject: 'S' }, 'A partial has no subject: leave it out'],
  [{ flow: {} }, 'A partial has no flow: leave it out'],
  [{ keep: '7d' }, 'A partial has no keep: leave it out'],
  [{ secret: ['a'] }, 'A partial has no secret: leave it out'],
  [
    { templateId: 'content' },
    'The id content is reserved, because {{> content}} stands for the template inside a layout',
  ],
  [{ layout: 'base' }, 'A partial can have a layout only if it is a layout itself'],
])('a partial with a field that partials do not have is refused: %j', async (more, message) => {
  const problems = await problemsOf(partial('p', 'x', more), partial('base', '{{> content}}'));

  const messages = problems.map((problem) => problem.message);
  expect(messages).toContainEqual(expect.stringContaining(message));
});

test('a changed partial saves every template and partial that takes it again, and no other', async () => {
  await push(
    partial('logo', 'L'),
    partial('footer', '{{> logo}}F'),
    template('a', 'a{{> footer}}'),
    template('b', 'b{{> logo}}'),
    template('c', 'c'),
  );

  const pushed = await push(partial('logo', 'M'));

  expect(outcomes(pushed)).toEqual([
    ['logo', 2, 'changed', undefined],
    ['a', 2, 'changed', 'footer 2, logo 2'],
    ['b', 2, 'changed', 'logo 2'],
    ['footer', 2, 'changed', 'logo 2'],
  ]);
  expect(await Promise.all(['a', 'b', 'c'].map(served))).toEqual(['aMF', 'bM', 'c']);
  expect(await partialsOf('a')).toEqual({ footer: 2, logo: 2 });
});

test('a footer change with one of 12 dependents broken changes nothing, and names the template and the partial', async () => {
  const whole = Array.from({ length: 12 }, (_, number) => template(`t${number}`, '{{> footer}}x'));
  await push(
    partial('footer', '<p title="x">'),
    ...whole,
    template('broken', '{{> footer}}\n<img src="{{url}}">'),
  );
  const changed = partial('footer', '<p title="x>');

  const { problems, writes } = await at.withFaults(
    () => 'pass',
    async (ports, calls) => {
      const { problems } = await prepareSources(ports, at.account, [changed]);
      return { problems, writes: calls.filter(({ operation }) => /Put|Write/.test(operation)) };
    },
  );

  expect(problems).toEqual([
    expect.objectContaining({
      templateId: 'broken',
      line: 2,
      message: expect.stringMatching(/\(broken takes footer\)$/),
    }),
  ]);
  expect(writes).toEqual([]);
});

test('a push that stopped before it saved the dependents is completed by the next push', async () => {
  await pushFooter(ids);
  const changed = partial('footer', 'G');

  await at.withFaults(
    (call) => (isHeadWrite(call, 'b') ? { status: 400, type: 'AccessDeniedException' } : 'pass'),
    async (ports) => pushBy(ports, [changed]).catch(() => null),
  );
  const pushed = await push(changed);

  expect(outcomes(pushed)).toContainEqual(['footer', 2, 'unchanged', undefined]);
  expect(outcomes(pushed)).toContainEqual(['b', 2, 'changed', 'footer 2']);
  expect(await Promise.all(ids.map(served))).toEqual(['aG', 'bG', 'cG']);
});

test('of two pushes of one partial at once one is refused, and every template has the served partial', async () => {
  await pushFooter(ids);

  const pushes = ['G', 'H'].map((html) => push(partial('footer', html)));
  const results = await Promise.allSettled(pushes);
  const content = await revisionOf('footer');

  expect(results.map(({ status }) => status)).toContain('fulfilled');
  expect(await Promise.all(ids.map(served))).toEqual(ids.map((id) => `${id}${content?.html}`));
});

const change = (id: string, html: string, from: number, layout?: string) => {
  const source = { ...template(id, html), subject: '', layout };
  return changeTemplate(ports, at.account, source, from);
};

test('a partial that is changed in the dashboard stays a partial, and the templates that take it are saved again', async () => {
  await pushFooter(['a']);

  const saved = await change('footer', 'G', 1);

  expect(saved.head).toMatchObject({ templateId: 'footer', kind: 'partial', revision: 2 });
  expect(await served('a')).toBe('aG');
});

test('a rolled back template takes its partials of that revision, until the partial is pushed again', async () => {
  await push(partial('footer', 'F'), template('a', 'old {{> footer}}'));
  await push(partial('footer', 'G'), template('a', 'new {{> footer}}'));

  await rollBack('a', 1);
  const rolledBack = [await served('a'), await partialsOf('a')];
  await push(partial('footer', 'G'));

  expect(rolledBack).toEqual(['old F', { footer: 1 }]);
  expect([await served('a'), await partialsOf('a')]).toEqual(['old G', { footer: 2 }]);
});

test('a partial cannot be deleted while a template takes it, and can be deleted after that', async () => {
  await pushFooter([...ids, 'd', 'e']);

  await expect(remove('footer')).rejects.toThrow('footer is used by a, b and 3 more');
  await push(...['b', 'c', 'd', 'e'].map((id) => template(id, 'x')));
  await expect(remove('footer')).rejects.toThrow('footer is used by a');
  await push(template('a', 'x'));

  expect(await remove('footer')).toEqual({ id: 'footer', revision: 1 });
  expect(await problemsOf(template('a', '{{> footer}}'))).toEqual([
    expect.objectContaining({ message: expect.stringContaining('no partial "footer"') }),
  ]);
});
