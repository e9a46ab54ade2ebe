import { templateLoader } from '../../../../shared/adapters/tables/template-loader.ts';
import { readHead, readRevision } from '../../../../shared/adapters/tables/templates-table.ts';
import { renderContent } from '../../../../shared/engine/render/render-content.ts';
import type { ManagePorts } from '../../../../shared/manage/ports.ts';
import { deleteTemplate } from '../../../../shared/manage/templates/delete-template.ts';
import { prepareSources } from '../../../../shared/manage/templates/prepare-sources.ts';
import { pushRevision, pushTemplates } from '../../../../shared/manage/templates/push-templates.ts';
import { changeTemplate } from '../../../../shared/manage/templates/save-template.ts';
import type { TemplateSource } from '../../../../shared/manage/templates/template-source.ts';
import type { Call } from '../../../fault-proxy.ts';
import { describe, expect, test } from '../../../jest.ts';
import { accountPerTest } from '../account-per-test.ts';

const at = accountPerTest();

const template = (templateId: string, html: string, more: Partial<TemplateSource> = {}) => ({
  ...{ templateId, name: templateId, subject: 'Hello', html },
  ...more,
});
const partial = (templateId: string, html: string, more: Partial<TemplateSource> = {}) =>
  template(templateId, html, { subject: '', kind: 'partial', ...more });

async function push(sources: TemplateSource[], ports: ManagePorts = at.deployment.ports) {
  const { prepared, problems } = await prepareSources(ports, at.account, sources);
  if (problems.length > 0) throw new Error(problems.map(({ message }) => message).join('\n'));
  return pushTemplates(ports, at.account, prepared);
}

const problemsOf = async (...sources: TemplateSource[]) =>
  (await prepareSources(at.deployment.ports, at.account, sources)).problems;

const headOf = (id: string) => readHead(at.deployment.ports.templates, at.account, id);

async function partialsOf(id: string) {
  const revision = (await headOf(id))?.revision ?? 0;
  return (await readRevision(at.deployment.ports.templates, at.account, id, revision))?.partials;
}

async function served(id: string) {
  const loaded = await templateLoader(at.deployment.ports.templates)(at.account, id);
  if (!loaded) return null;
  const rendering = renderContent(loaded.compiled, {});
  return rendering.outcome === 'rendered' ? rendering.html : rendering;
}

const isWrite = ({ operation }: Call) => operation === 'PutItem';
const isHeadWriteOf =
  (id: string) =>
  ({ operation, body }: Call) =>
    operation === 'PutItem' && body.includes(`"sk":{"S":"T#${id}"`);

const outcomes = (pushed: Awaited<ReturnType<typeof push>>) =>
  pushed.map(({ id, revision, state, because }) => [id, revision, state, because]);

describe('saving templates and partials together', () => {
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
    const { ports } = at.deployment;
    await push([template('welcome', '{{> footer}}'), partial('footer', 'F')]);
    const sources = [partial('footer', '{{> constructor}}'), partial('constructor', 'C')];
    const { prepared } = await prepareSources(ports, at.account, sources);

    await pushTemplates(ports, at.account, prepared, { author: { by: 'eva', how: 'push' } });

    const head = await headOf('welcome');
    expect(head?.origin?.how).toMatch(/^partial (?=.*footer 1 → 2)(?=.*constructor 1)[\w ,→]+$/);
  });

  test('templates are saved joined with the partials and layouts of the same push and of before', async () => {
    await push([partial('logo', 'L')]);
    await push([
      template('welcome', 'x', { layout: 'base' }),
      partial('base', '{{> logo}}[{{> content}}]{{> footer}}'),
      partial('footer', 'F'),
    ]);

    expect(await served('welcome')).toBe('L[x]F');
    expect(await partialsOf('welcome')).toEqual({ base: 1, footer: 1, logo: 1 });
    expect(await partialsOf('base')).toEqual({ footer: 1, logo: 1 });
    expect((await headOf('welcome'))?.uses?.toSorted()).toEqual(['base', 'footer', 'logo']);
  });

  test('a warm template that takes partials is loaded with one read', async () => {
    await push([partial('footer', 'F'), template('welcome', 'x{{> footer}}')]);

    const reads = await at.deployment.withFaults(
      () => 'pass',
      async ({ templates }, calls) => {
        const load = templateLoader(templates);
        await load(at.account, 'welcome');
        const cold = calls.length;
        await load(at.account, 'welcome');
        return { cold, warm: calls.length - cold };
      },
    );

    expect(reads).toEqual({ cold: 2, warm: 1 });
  });

  test('a partial is not served itself', async () => {
    await push([partial('footer', 'F')]);

    expect(await served('footer')).toBeNull();
  });

  test('a partial under the id of a template is refused, and so is a template under the id of a partial', async () => {
    await push([template('a', 'x'), partial('b', 'x')]);

    await expect(push([partial('a', 'x')])).rejects.toThrow('The id a is that of a template');
    await expect(push([template('b', 'x')])).rejects.toThrow('The id b is that of a partial');
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
  ])(
    'a partial is refused if it has a field that a partial cannot have: %j',
    async (more, message) => {
      const problems = await problemsOf(partial('p', 'x', more), partial('base', '{{> content}}'));

      expect(problems.map((problem) => problem.message)).toContainEqual(
        expect.stringContaining(message),
      );
    },
  );
});

describe('saving a partial', () => {
  test('a changed partial saves every template and partial that takes it anew, and no other', async () => {
    await push([
      partial('logo', 'L'),
      partial('footer', '{{> logo}}F'),
      template('a', 'a{{> footer}}'),
      template('b', 'b{{> logo}}'),
      template('c', 'c'),
    ]);

    const pushed = await push([partial('logo', 'M')]);

    expect(outcomes(pushed)).toEqual([
      ['logo', 2, 'changed', undefined],
      ['a', 2, 'changed', 'footer 2, logo 2'],
      ['b', 2, 'changed', 'logo 2'],
      ['footer', 2, 'changed', 'logo 2'],
    ]);
    expect(await Promise.all(['a', 'b', 'c'].map(served))).toEqual(['aMF', 'bM', 'c']);
    expect(await partialsOf('a')).toEqual({ footer: 2, logo: 2 });
  });

  test('an unchanged partial writes nothing', async () => {
    const sources = [partial('footer', 'F'), template('a', 'a{{> footer}}')];
    await push(sources);

    const pushed = await push(sources.slice(0, 1));

    expect(outcomes(pushed)).toEqual([['footer', 1, 'unchanged', undefined]]);
    expect((await headOf('a'))?.revision).toBe(1);
  });

  test('a footer change with one of 12 dependents broken changes nothing, and names the template and the partial', async () => {
    const ids = Array.from({ length: 12 }, (_, number) => `t${number}`);
    await push([
      partial('footer', '<p title="x">'),
      ...ids.map((id) => template(id, '{{> footer}}x')),
      template('broken', '{{> footer}}\n<img src="{{url}}">'),
    ]);
    const changed = partial('footer', '<p title="x>');

    const { problems, writes } = await at.deployment.withFaults(
      () => 'pass',
      async (ports, calls) => {
        const result = await prepareSources(ports, at.account, [changed]);
        return { problems: result.problems, writes: calls.filter(isWrite) };
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
    const ids = ['a', 'b', 'c'];
    await push([partial('footer', 'F'), ...ids.map((id) => template(id, `${id}{{> footer}}`))]);
    const changed = [partial('footer', 'G')];

    await at.deployment.withFaults(
      (call) =>
        isHeadWriteOf('b')(call) ? { status: 400, type: 'AccessDeniedException' } : 'pass',
      async (ports) => push(changed, ports).catch(() => null),
    );
    const pushed = await push(changed);

    expect(outcomes(pushed)).toContainEqual(['footer', 2, 'unchanged', undefined]);
    expect(outcomes(pushed)).toContainEqual(['b', 2, 'changed', 'footer 2']);
    expect(await Promise.all(ids.map(served))).toEqual(['aG', 'bG', 'cG']);
  });

  test('of two pushes of one partial at once one is refused, and every template has the served partial', async () => {
    const ids = ['a', 'b', 'c'];
    await push([partial('footer', 'F'), ...ids.map((id) => template(id, '{{> footer}}'))]);

    const results = await Promise.allSettled([
      push([partial('footer', 'G')]),
      push([partial('footer', 'H')]),
    ]);
    const content = await readRevision(
      at.deployment.ports.templates,
      at.account,
      'footer',
      (await headOf('footer'))?.revision ?? 0,
    );

    expect(results.map(({ status }) => status)).toContain('fulfilled');
    expect(await Promise.all(ids.map(served))).toEqual(ids.map(() => content?.html));
  });
});

describe('a change of the content alone, as in the dashboard', () => {
  const change = (id: string, html: string, from: number, layout?: string) => {
    const source = { ...template(id, html), subject: '', layout };
    return changeTemplate(at.deployment.ports, at.account, source, from);
  };

  test('a template is joined with its layout and its partials', async () => {
    await push([
      partial('base', '[{{> content}}]'),
      partial('footer', 'F'),
      template('a', 'x', { layout: 'base' }),
    ]);

    await change('a', 'y{{> footer}}', 1, 'base');

    expect(await served('a')).toBe('[yF]');
  });

  test('a saved partial stays a partial, and the templates that take it are saved anew', async () => {
    await push([partial('footer', 'F'), template('a', 'a{{> footer}}')]);

    const saved = await change('footer', 'G', 1);

    expect(saved.head).toMatchObject({ templateId: 'footer', kind: 'partial', revision: 2 });
    expect(await served('a')).toBe('aG');
  });
});

describe('the history of partials', () => {
  test('a rolled back template takes its partials of that revision, until the partial is pushed again', async () => {
    await push([partial('footer', 'F'), template('a', 'old {{> footer}}')]);
    await push([partial('footer', 'G'), template('a', 'new {{> footer}}')]);

    await pushRevision(at.deployment.ports, at.account, 'a', 1);
    const rolledBack = [await served('a'), await partialsOf('a')];
    await push([partial('footer', 'G')]);

    expect(rolledBack).toEqual(['old F', { footer: 1 }]);
    expect([await served('a'), await partialsOf('a')]).toEqual(['old G', { footer: 2 }]);
  });

  test('a rollback of a partial saves the templates that take it anew', async () => {
    await push([partial('footer', 'F'), template('a', 'a{{> footer}}')]);
    await push([partial('footer', 'G')]);

    await pushRevision(at.deployment.ports, at.account, 'footer', 1);

    expect([await served('a'), await partialsOf('a')]).toEqual(['aF', { footer: 3 }]);
  });

  test('a partial cannot be deleted while a template takes it, and can be deleted after that', async () => {
    const ids = ['a', 'b', 'c', 'd', 'e'];
    await push([partial('footer', 'F'), ...ids.map((id) => template(id, '{{> footer}}'))]);
    const remove = () => deleteTemplate(at.deployment.ports, at.account, 'footer');

    await expect(remove()).rejects.toThrow('footer is used by a, b and 3 more');
    await push(ids.slice(1).map((id) => template(id, 'x')));
    await expect(remove()).rejects.toThrow('footer is used by a');
    await push([template('a', 'x')]);

    expect(await remove()).toEqual({ id: 'footer', revision: 1 });
    expect(await problemsOf(template('a', '{{> footer}}'))).toEqual([
      expect.objectContaining({ message: expect.stringContaining('no partial "footer"') }),
    ]);
  });
});
