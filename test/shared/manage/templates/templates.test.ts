import { alone } from '../../../../shared/adapters/tables/change.ts';
import { encodeRevision } from '../../../../shared/adapters/tables/revision-format.ts';
import { readRevision } from '../../../../shared/adapters/tables/templates-table.ts';
import {
  writeHead,
  writeRevision,
} from '../../../../shared/adapters/tables/templates-table-writes.ts';
import { pushRevision } from '../../../../shared/manage/templates/push-templates.ts';
import { listRevisions } from '../../../../shared/manage/templates/revisions.ts';
import type { TemplateSource } from '../../../../shared/manage/templates/template-source.ts';
import {
  listDeletedTemplates,
  listTemplates,
  pullTemplates,
  showTemplate,
} from '../../../../shared/manage/templates/templates.ts';
import { expect, test } from '../../../jest.ts';
import { storedTemplates, template } from './stored-templates.ts';

const stored = await storedTemplates();
const { at, ports, headOf, push, remove, revisionOf, revisionsOf, rollBack, show } = stored;
const { templates } = ports;

const source = (templateId: string, changes: Partial<TemplateSource> = {}) =>
  template(templateId, '<p>{{name}}</p>', {
    ...{ name: 'A', text: undefined, flow: undefined, testData: undefined },
    ...changes,
  });

const epoch = '1970-01-01T00:00:00.000Z';
const head = (templateId: string, revision: number, replaces = 0) => ({
  ...{ templateId, name: 'A', subject: 'Hello', flowStatus: 'none', revision, replaces },
  ...{ updatedAt: epoch, deletedAt: undefined },
});

test('the templates of an account are listed by id, beyond one page', async () => {
  const ids = Array.from({ length: 101 }, (_, index) => `t${String(index).padStart(3, '0')}`);
  await push(...ids.map((id) => source(id)));

  const listed = await listTemplates(ports, at.account);

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

  const shown = await show('whole');
  const pulled = await pullTemplates(ports, at.account);
  const one = await pullTemplates(ports, at.account, 'bare');

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
    await expect(showTemplate(ports, 'acc_other', id)).rejects.toThrow(sentence(id));
    await expect(pullTemplates(ports, 'acc_other', id)).rejects.toThrow(sentence(id));
    await expect(listRevisions(ports, 'acc_other', id)).rejects.toThrow(sentence(id));
    await expect(pushRevision(ports, 'acc_other', id, 1)).rejects.toThrow(sentence(id));
  }
});

test('a deleted template lists its revisions, and since when none is served', async () => {
  await push(source('a'));
  await push(source('a', { html: 'new' }));
  await remove('a');

  const found = await revisionsOf('a');
  const old = await revisionOf('a', 2);
  const deleted = await listDeletedTemplates(ports, at.account);

  expect(found).toEqual({
    items: [
      { revision: 2, createdAt: epoch, current: false },
      { revision: 1, createdAt: epoch, current: false },
    ],
    next: null,
    deletedAt: epoch,
  });
  expect(old).toMatchObject({ revision: 2, current: false, source: { html: 'new' } });
  expect(deleted).toEqual([{ ...head('a', 2, 2), deletedAt: epoch }]);
});

test('a deleted template says when it was deleted, and how to bring it back', async () => {
  await push(source('a'));
  await remove('a');

  await expect(show('a')).rejects.toMatchObject({
    code: 'unknown',
    message: `Template a was deleted at ${epoch}`,
    hint: 'template rollback a 1 brings it back',
  });
});

test('a deleted template is served again after a rollback to its last revision, as a new one', async () => {
  await push(source('a'));
  await remove('a');

  const back = await rollBack('a', 1);

  expect(back).toEqual({ id: 'a', revision: 2, changed: true, state: 'new', changes: [] });
  expect(await headOf('a')).toEqual(head('a', 2));
  expect((await show('a')).source).toEqual(source('a'));
  expect(await listDeletedTemplates(ports, at.account)).toEqual([]);
});

test('a rollback makes old content a new revision', async () => {
  await push(source('a'));
  await push(source('a', { html: 'new', name: 'B' }));

  expect(await rollBack('a', 1)).toMatchObject({ id: 'a', revision: 3, changed: true });
  expect(await headOf('a')).toEqual(head('a', 3, 2));
  expect((await show('a')).source).toEqual(source('a'));
});

test('a rollback to a revision that does not exist, or was never served, is refused', async () => {
  await push(source('a'));
  const left = await readRevision(templates, at.account, 'a', 1);
  if (!left) throw new Error('The revision is missing');
  const orphan = { templateId: 'a', revision: 2, createdAt: '', content: encodeRevision(left) };
  await writeRevision(templates, at.account, orphan);

  for (const revision of [2, 3]) {
    await expect(rollBack('a', revision)).rejects.toThrow(`a has no revision ${revision}`);
  }
});

test("a rollback to content that today's rules refuse is refused with its problems", async () => {
  await push(source('a'));
  const valid = await readRevision(templates, at.account, 'a', 1);
  const seen = await headOf('a');
  if (!valid || !seen) throw new Error('The template is missing');
  const content = encodeRevision({ ...valid, html: '{{broken' });
  const old = { templateId: 'a', revision: 2, createdAt: '', content };
  await writeRevision(templates, at.account, old);
  const broken = { ...seen, revision: 2 };
  await writeHead(templates, at.account, broken, seen, alone);
  await writeHead(templates, at.account, { ...seen, revision: 3 }, broken, alone);

  await expect(rollBack('a', 2)).rejects.toMatchObject({
    message: 'A push would refuse revision 2 of a today',
    details: [{ templateId: 'a', part: 'html', line: 1, column: 1 }],
  });
  expect(await headOf('a')).toMatchObject({ revision: 3 });
});
