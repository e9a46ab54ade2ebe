import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { encodeRevision } from '../../../shared/adapters/revision-format.ts';
import { readHead, readRevision } from '../../../shared/adapters/templates-table.ts';
import {
  listRevisions,
  writeHead,
  writeRevision,
} from '../../../shared/adapters/templates-table-writes.ts';
import { prepareTemplate } from '../../../shared/manage/prepare-template.ts';
import { pushTemplates } from '../../../shared/manage/push-templates.ts';
import type { TemplateSource } from '../../../shared/manage/template-source.ts';
import {
  listTemplates,
  listVersions,
  pullTemplates,
  rollBack,
  showTemplate,
} from '../../../shared/manage/templates.ts';
import { startDeployment, type TestDeployment } from '../../management.ts';

let deployment: TestDeployment;
let account: string;
let accounts = 0;
beforeAll(async () => {
  deployment = await startDeployment();
});
beforeEach(() => {
  account = `acc_${accounts++}`;
});
afterAll(() => deployment.stop());

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
  const preparations = await Promise.all(sources.map(prepareTemplate));
  const prepared = preparations.flatMap((preparation) =>
    preparation.ok ? [preparation.prepared] : [],
  );
  return pushTemplates(deployment.ports, account, prepared);
}

const head = (templateId: string, revision: number) => ({
  templateId,
  name: 'A',
  subject: 'Hello',
  flowStatus: 'none',
  revision,
  updatedAt: '1970-01-01T00:00:00.000Z',
  deletedAt: undefined,
});

describe('the templates of an account', () => {
  test('are listed by id, beyond one page', async () => {
    const ids = Array.from({ length: 101 }, (_, index) => `t${String(index).padStart(3, '0')}`);
    await push(...ids.map((id) => source(id)));

    const listed = await listTemplates(deployment.ports, account);

    expect(listed).toEqual(ids.map((id) => head(id, 1)));
  });

  test('are shown and pulled with all that their author wrote', async () => {
    const whole = source('whole', {
      html: '\uFEFF<p>{{name}} ü</p>\r\n',
      text: 'Hello {{name}}',
      flow: { nodes: [{ id: 'mail', type: 'template' }], edges: [] },
      testData: { name: 'Ada' },
    });
    await push(whole, source('bare'));

    const shown = await showTemplate(deployment.ports, account, 'whole');
    const pulled = await pullTemplates(deployment.ports, account);
    const one = await pullTemplates(deployment.ports, account, 'bare');

    expect(shown.source).toEqual(whole);
    expect(shown.head).toEqual({ ...head('whole', 1), flowStatus: 'callback' });
    expect(shown.variables).toMatchObject([{ name: 'name', required: true }]);
    expect(pulled.map((template) => template.source)).toEqual([source('bare'), whole]);
    expect(one.map((template) => template.source)).toEqual([source('bare')]);
  });

  test('that do not exist, or belong to another account, are refused', async () => {
    await push(source('mine'));
    const sentence = (id: string) => `Account acc_other has no template ${id}`;

    for (const id of ['mine', 'none', 'a/b']) {
      const { ports } = deployment;
      await expect(showTemplate(ports, 'acc_other', id)).rejects.toThrow(sentence(id));
      await expect(pullTemplates(ports, 'acc_other', id)).rejects.toThrow(sentence(id));
      await expect(listVersions(ports, 'acc_other', id)).rejects.toThrow(sentence(id));
      await expect(rollBack(ports, 'acc_other', id, 1)).rejects.toThrow(sentence(id));
    }
  });
});

describe('the versions of a template', () => {
  test('are listed newest first, without what an interrupted push left', async () => {
    await push(source('a'));
    await push(source('a', { name: 'B' }));
    const left = { templateId: 'a', revision: 3, createdAt: '', content: new Uint8Array([1]) };
    await writeRevision(deployment.ports.templates, account, left);

    const versions = await listVersions(deployment.ports, account, 'a');

    const createdAt = '1970-01-01T00:00:00.000Z';
    expect(versions).toEqual([
      { revision: 2, createdAt, current: true },
      { revision: 1, createdAt, current: false },
    ]);
  });
});

describe('a rollback', () => {
  test('makes old content a new revision', async () => {
    await push(source('a'));
    await push(source('a', { html: 'new', name: 'B' }));

    const rolledBack = await rollBack(deployment.ports, account, 'a', 1);

    expect(rolledBack).toMatchObject({ id: 'a', revision: 3, changed: true });
    expect(await readHead(deployment.ports.templates, account, 'a')).toEqual(head('a', 3));
    expect((await showTemplate(deployment.ports, account, 'a')).source).toEqual(source('a'));
  });

  test('to what is current already writes nothing', async () => {
    await push(source('a'));
    await push(source('a', { html: 'new' }));
    await push(source('a'));

    const rolledBack = await rollBack(deployment.ports, account, 'a', 1);

    expect(rolledBack).toMatchObject({ revision: 3, changed: false });
    expect(await listRevisions(deployment.ports.templates, account, 'a')).toHaveLength(3);
  });

  test('to a revision that never was, or was never served, is refused', async () => {
    await push(source('a'));
    const left = await readRevision(deployment.ports.templates, account, 'a', 1);
    if (!left) throw new Error('The revision is missing');
    const orphan = { templateId: 'a', revision: 2, createdAt: '', content: encodeRevision(left) };
    await writeRevision(deployment.ports.templates, account, orphan);

    for (const revision of [2, 3]) {
      await expect(rollBack(deployment.ports, account, 'a', revision)).rejects.toThrow(
        `a has no revision ${revision}`,
      );
    }
  });

  test('to content that would be refused today is refused with its problems', async () => {
    await push(source('a'));
    const { templates } = deployment.ports;
    const valid = await readRevision(templates, account, 'a', 1);
    const seen = await readHead(templates, account, 'a');
    if (!valid || !seen) throw new Error('The template is missing');
    const content = encodeRevision({ ...valid, html: '{{broken' });
    await writeRevision(templates, account, {
      templateId: 'a',
      revision: 2,
      createdAt: '',
      content,
    });
    await writeHead(templates, account, { ...seen, revision: 3 }, seen);

    const refused = rollBack(deployment.ports, account, 'a', 2);

    await expect(refused).rejects.toMatchObject({
      message: 'Revision 2 of a can no longer be saved as it is',
      details: [{ templateId: 'a', part: 'html', line: 1, column: 1 }],
    });
    expect(await readHead(templates, account, 'a')).toMatchObject({ revision: 3 });
  });
});
