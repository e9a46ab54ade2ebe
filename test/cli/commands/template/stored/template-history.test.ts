import { deleteTemplate } from '../../../../../shared/manage/templates/delete-template.ts';
import {
  changeTemplate,
  createTemplate,
  restoreRevision,
} from '../../../../../shared/manage/templates/save-template.ts';
import { beforeEach, describe, expect, test } from '../../../../jest.ts';
import { printed, wordsOf } from '../../../in-process.ts';
import { commandLinePerTest, eva, source } from '../command-line-per-test.ts';

const at = commandLinePerTest();
const run = (line: string) => at.template(...wordsOf(line));

const on = (time: string) => ({ ...at.ports, now: () => new Date(`2026-11-20T${time}Z`) });
const create = (time: string, id: string, html: string) =>
  createTemplate(on(time), at.accountId, source(id, html), eva);
const change = (time: string, id: string, html: string, from: number) =>
  changeTemplate(on(time), at.accountId, source(id, html), from, eva);
const remove = (time: string, from: number) =>
  deleteTemplate(on(time), at.accountId, 'welcome', from);
const htmlOf = async (id: string) => ((await at.answer(`show ${id}`)) as { html?: string }).html;

const servedAt = async (time: string) => {
  const answer = await at.answer(`versions welcome --at ${time}`);
  return (answer as { version: { revision: number } | null }).version?.revision ?? null;
};

test('versions --at names the revision that was served then, and none before the first and while the template was deleted', async () => {
  await create('10:00', 'welcome', '1');
  await change('12:00', 'welcome', '2', 1);
  await remove('14:00', 2);
  const restored = { templateId: 'welcome', revision: 1, from: 'deleted' } as const;
  await restoreRevision(on('16:00'), at.accountId, restored);
  await remove('18:00', 3);

  const times = ['09:59', '10:00', '13:59:59', '14:00', '15:00', '16:00', '18:00'];
  const found: (number | null)[] = [];
  for (const time of times) found.push(await servedAt(`2026-11-20T${time}Z`));

  expect(found).toEqual([null, 1, 2, null, null, 3, null]);
});

test('a time without a zone is UTC, and a time that does not exist or is not past is refused', async () => {
  await create('10:00', 'welcome', '1');
  const versions = (time: string) => run(`versions welcome --at ${time}`);

  const zoneless = await servedAt('2026-11-20T10:00:00');
  const offset = await servedAt('2026-11-20T10:30+01:00');
  const none = await versions('2026-02-30');
  const future = await versions('2999-01-01T00:00Z');

  expect([zoneless, offset]).toEqual([1, null]);
  expect([none.exitCode, future.exitCode]).toEqual([2, 2]);
  expect(none.stderr).toContain('--at must be a time such as 2026-11-21T14:00Z');
  expect(future.stderr).toContain('--at must be a time in the past');
});

describe('a rollback to a time', () => {
  beforeEach(async () => {
    await create('10:00', 'receipt', '<p>1</p>');
    await create('10:00', 'welcome', '<p>1</p>');
    await change('14:30', 'receipt', '<p>2</p>', 1);
    await change('14:30', 'welcome', '<p>2</p>', 1);
  });

  test('rollback --to-time shows the difference, and with --yes brings back what each template served then', async () => {
    const line = 'rollback receipt welcome --to-time 2026-11-20T14:00';

    const unasked = await run(line);
    const before = await htmlOf('welcome');
    const done = await at.template(...wordsOf(`${line} --yes --note`), 'wrong prices');
    const versions = await at.answer('versions welcome');

    const difference = '-<p>2</p>\n\\ No newline at end of file\n+<p>1</p>';
    expect(unasked).toMatchObject({
      exitCode: 2,
      stdout: expect.stringContaining(difference),
      stderr: expect.stringContaining('cannot ask without a terminal: add --yes to roll this back'),
    });
    expect(before).toBe('<p>2</p>');
    expect(done).toMatchObject({ exitCode: 0, stdout: expect.stringContaining(difference) });
    expect([await htmlOf('receipt'), await htmlOf('welcome')]).toEqual(['<p>1</p>', '<p>1</p>']);
    expect(versions).toMatchObject({
      versions: [
        {
          ...{ revision: 3, by: 'local', note: 'wrong prices', from: 1 },
          how: 'rollback to 2026-11-20T14:00:00.000Z',
        },
        { revision: 2 },
        { revision: 1 },
      ],
    });
  });

  test('rollback --to-time rolls no template back if one of them served nothing then', async () => {
    await create('15:00', 'invite', '<p>1</p>');

    const ended = await run('rollback welcome invite --to-time 2026-11-20T14:00Z --yes');

    expect(ended).toEqual({
      ...{ exitCode: 1, stdout: '' },
      stderr:
        'Error: Nothing was rolled back: template versions shows when each revision became current\n' +
        '  invite was not served at 2026-11-20T14:00:00.000Z\n',
    });
    expect(await htmlOf('welcome')).toBe('<p>2</p>');
  });
});

test('diff with two numbers shows how two revisions differ, also of a deleted template', async () => {
  await create('10:00', 'welcome', '<p>1</p>\n');
  await change('11:00', 'welcome', '<p>2</p>\n', 1);
  await remove('12:00', 2);

  const ended = await run('diff welcome 1 2 --exit-code');
  const same = await run('diff welcome 2 2 --exit-code');
  const one = await run('diff welcome 2');

  expect(ended).toEqual({
    exitCode: 1,
    stdout:
      '--- welcome/html\trevision 1\n+++ welcome/html\trevision 2\n@@ -1,1 +1,1 @@\n-<p>1</p>\n+<p>2</p>\n',
    stderr: '',
  });
  expect(same).toMatchObject({ exitCode: 0, stdout: '' });
  expect(one.stderr).toContain("missing required argument 'newer'");
});

test('show --revision shows the content of an old revision and who saved it, also of a deleted template', async () => {
  await create('10:00', 'welcome', '<p>1</p>');
  await change('11:00', 'welcome', '<p>2</p>', 1);
  await remove('12:00', 2);

  const answer = await at.answer('show welcome --revision 1');
  const read = await run('show welcome --revision 2');
  const none = await run('show welcome --revision 3');

  expect(answer).toEqual({
    ...{ id: 'welcome', partials: {}, name: 'welcome', subject: 'Hello', html: '<p>1</p>' },
    ...{ revision: 1, at: '2026-11-20T10:00:00.000Z', current: false },
    ...{ by: 'eva@example.com', how: 'dashboard', note: null, from: null },
  });
  expect(read.stdout).toMatch(/^by +eva@example\.com\nhow +dashboard$/m);
  expect(none.stderr).toContain('welcome has no revision 3');
});

test('undelete serves the last revision of a deleted template again, and refuses one that is served', async () => {
  await create('10:00', 'welcome', '<p>1</p>');
  await remove('12:00', 1);

  const back = await run('undelete welcome');
  const again = await run('undelete welcome');
  const versions = await at.answer('versions welcome');

  expect(back).toEqual(
    printed('Template welcome is served again: revision 2 has the content of revision 1.\n'),
  );
  expect(again).toMatchObject({
    exitCode: 1,
    stderr: 'Error: welcome is not deleted: revision 2 is served\n',
  });
  expect(versions).toMatchObject({
    versions: [{ revision: 2, by: 'local', how: 'restore of 1', from: 1 }, { revision: 1 }],
  });
});
