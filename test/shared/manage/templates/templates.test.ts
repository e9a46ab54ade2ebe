import { encodeRevision } from '../../../../shared/adapters/tables/revision-format.ts';
import { readHead, readRevision } from '../../../../shared/adapters/tables/templates-table.ts';
import {
  writeHead,
  writeRevision,
} from '../../../../shared/adapters/tables/templates-table-writes.ts';
import { deleteTemplate } from '../../../../shared/manage/templates/delete-template.ts';
import { prepareTemplate } from '../../../../shared/manage/templates/prepare-template.ts';
import { pushRevision, pushTemplates } from '../../../../shared/manage/templates/push-templates.ts';
import { listRevisions, showRevision } from '../../../../shared/manage/templates/revisions.ts';
import type { TemplateSource } from '../../../../shared/manage/templates/template-source.ts';
import {
  listDeletedTemplates,
  listTemplates,
  pullTemplates,
  showTemplate,
} from '../../../../shared/manage/templates/templates.ts';
import { describe, expect, test } from '../../../jest.ts';
import { accountPerTest } from '../account-per-test.ts';

const at = accountPerTest();

const source = (templateId: string, changes: Partial<TemplateSource> = {}): TemplateSource => ({
  templateId,
  name: 'A',
  subject: 'Hello',
  html: '<p>{{name}}</p>',
  text: undefined,
  flow: undefined,
  testData: undefined,
  ...changes,
});

async function push(...sources: TemplateSource[]) {
  const preparations = await Promise.all(sources.map((source) => prepareTemplate(source)));
  const prepared = preparations.flatMap((preparation) =>
    preparation.ok ? [preparation.prepared] : [],
  );
  return pushTemplates(at.deployment.ports, at.account, prepared);
}

const head = (templateId: string, revision: number, replaces = 0) => ({
  templateId,
  name: 'A',
  subject: 'Hello',
  flowStatus: 'none',
  revision,
  updatedAt: '1970-01-01T00:00:00.000Z',
  deletedAt: undefined,
  replaces,
});

describe('the templates of an account', () => {
  test('the templates of an account are listed by id, beyond one page', async () => {
    const ids = Array.from({ length: 101 }, (_, index) => `t${String(index).padStart(3, '0')}`);
    await push(...ids.map((id) => source(id)));

    const listed = await listTemplates(at.deployment.ports, at.account);

    expect(listed).toEqual(ids.map((id) => head(id, 1)));
  });

  test('the templates of an account are shown and pulled with everything that their author wrote', async () => {
    const whole = source('whole', {
      html: '\uFEFF<p>{{name}} ü</p>\r\n',
      text: 'Hello {{name}}',
      flow: { nodes: [{ id: 'mail', type: 'template' }], edges: [] },
      testData: { name: 'Ada' },
    });
    await push(whole, source('bare'));

    const shown = await showTemplate(at.deployment.ports, at.account, 'whole');
    const pulled = await pullTemplates(at.deployment.ports, at.account);
    const one = await pullTemplates(at.deployment.ports, at.account, 'bare');

    expect(shown.source).toEqual(whole);
    expect(shown.head).toEqual({ ...head('whole', 1), flowStatus: 'callback' });
    expect(shown.variables).toMatchObject([{ name: 'name', required: true }]);
    expect(pulled.map((template) => template.source)).toEqual([source('bare'), whole]);
    expect(one.map((template) => template.source)).toEqual([source('bare')]);
  });

  test('templates that do not exist, or belong to another account, are refused', async () => {
    await push(source('mine'));
    const sentence = (id: string) => `Account acc_other has no template ${id}`;

    for (const id of ['mine', 'none', 'a/b']) {
      const { ports } = at.deployment;
      await expect(showTemplate(ports, 'acc_other', id)).rejects.toThrow(sentence(id));
      await expect(pullTemplates(ports, 'acc_other', id)).rejects.toThrow(sentence(id));
      await expect(listRevisions(ports, 'acc_other', id)).rejects.toThrow(sentence(id));
      await expect(pushRevision(ports, 'acc_other', id, 1)).rejects.toThrow(sentence(id));
    }
  });
});

describe('the versions of a template', () => {
  test('the versions of a template are listed newest first, without those of an interrupted push', async () => {
    await push(source('a'));
    await push(source('a', { name: 'B' }));
    const left = { templateId: 'a', revision: 3, createdAt: '', content: new Uint8Array([1]) };
    await writeRevision(at.deployment.ports.templates, at.account, left);

    const { items: versions } = await listRevisions(at.deployment.ports, at.account, 'a');

    const createdAt = '1970-01-01T00:00:00.000Z';
    expect(versions).toEqual([
      { revision: 2, createdAt, current: true },
      { revision: 1, createdAt, current: false },
    ]);
  });
});

describe('a deleted template', () => {
  const deletedAt = '1970-01-01T00:00:00.000Z';
  const createdAt = deletedAt;

  test('a deleted template lists its revisions, and since when none is served', async () => {
    await push(source('a'));
    await push(source('a', { html: 'new' }));
    await deleteTemplate(at.deployment.ports, at.account, 'a');

    const found = await listRevisions(at.deployment.ports, at.account, 'a');
    const old = await showRevision(at.deployment.ports, at.account, 'a', 2);
    const deleted = await listDeletedTemplates(at.deployment.ports, at.account);

    expect(found).toEqual({
      items: [
        { revision: 2, createdAt, current: false },
        { revision: 1, createdAt, current: false },
      ],
      next: null,
      deletedAt,
    });
    expect(old).toMatchObject({ revision: 2, current: false, source: { html: 'new' } });
    expect(deleted).toEqual([{ ...head('a', 2, 2), deletedAt }]);
  });

  test('a deleted template says when it was deleted, and how to bring it back', async () => {
    await push(source('a'));
    await deleteTemplate(at.deployment.ports, at.account, 'a');

    const refused = showTemplate(at.deployment.ports, at.account, 'a');

    await expect(refused).rejects.toMatchObject({
      code: 'unknown',
      message: `Template a was deleted at ${deletedAt}`,
      hint: 'template rollback a 1 brings it back',
    });
  });

  test('a deleted template is served again after a rollback to its last revision, as a new one', async () => {
    await push(source('a'));
    await deleteTemplate(at.deployment.ports, at.account, 'a');

    const back = await pushRevision(at.deployment.ports, at.account, 'a', 1);

    expect(back).toEqual({ id: 'a', revision: 2, changed: true, state: 'new', changes: [] });
    expect(await readHead(at.deployment.ports.templates, at.account, 'a')).toEqual(head('a', 2));
    expect((await showTemplate(at.deployment.ports, at.account, 'a')).source).toEqual(source('a'));
    expect(await listDeletedTemplates(at.deployment.ports, at.account)).toEqual([]);
  });
});

describe('a rollback', () => {
  test('a rollback makes old content a new revision', async () => {
    await push(source('a'));
    await push(source('a', { html: 'new', name: 'B' }));

    const rolledBack = await pushRevision(at.deployment.ports, at.account, 'a', 1);

    expect(rolledBack).toMatchObject({ id: 'a', revision: 3, changed: true });
    expect(await readHead(at.deployment.ports.templates, at.account, 'a')).toEqual(head('a', 3, 2));
    expect((await showTemplate(at.deployment.ports, at.account, 'a')).source).toEqual(source('a'));
  });

  test('a rollback to the current content writes nothing', async () => {
    await push(source('a'));
    await push(source('a', { html: 'new' }));
    await push(source('a'));

    const rolledBack = await pushRevision(at.deployment.ports, at.account, 'a', 1);

    expect(rolledBack).toMatchObject({ revision: 3, changed: false });
    expect((await listRevisions(at.deployment.ports, at.account, 'a')).items).toHaveLength(3);
  });

  test('a rollback to a revision that does not exist, or was never served, is refused', async () => {
    await push(source('a'));
    const left = await readRevision(at.deployment.ports.templates, at.account, 'a', 1);
    if (!left) throw new Error('The revision is missing');
    const orphan = { templateId: 'a', revision: 2, createdAt: '', content: encodeRevision(left) };
    await writeRevision(at.deployment.ports.templates, at.account, orphan);

    for (const revision of [2, 3]) {
      await expect(pushRevision(at.deployment.ports, at.account, 'a', revision)).rejects.toThrow(
        `a has no revision ${revision}`,
      );
    }
  });

  test("a rollback to content that today's rules refuse is refused with its problems", async () => {
    await push(source('a'));
    const { templates } = at.deployment.ports;
    const valid = await readRevision(templates, at.account, 'a', 1);
    const seen = await readHead(templates, at.account, 'a');
    if (!valid || !seen) throw new Error('The template is missing');
    const content = encodeRevision({ ...valid, html: '{{broken' });
    await writeRevision(templates, at.account, {
      templateId: 'a',
      revision: 2,
      createdAt: '',
      content,
    });
    const broken = { ...seen, revision: 2 };
    await writeHead(templates, at.account, broken, seen);
    await writeHead(templates, at.account, { ...seen, revision: 3 }, broken);

    const refused = pushRevision(at.deployment.ports, at.account, 'a', 2);

    await expect(refused).rejects.toMatchObject({
      message: 'A push would refuse revision 2 of a today',
      details: [{ templateId: 'a', part: 'html', line: 1, column: 1 }],
    });
    expect(await readHead(templates, at.account, 'a')).toMatchObject({ revision: 3 });
  });
});
