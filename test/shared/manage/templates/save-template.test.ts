import { deleteTemplate } from '../../../../shared/manage/templates/delete-template.ts';
import { listRevisions } from '../../../../shared/manage/templates/revisions.ts';
import {
  changeTemplate,
  createTemplate,
  restoreRevision,
} from '../../../../shared/manage/templates/save-template.ts';
import type { Call } from '../../../fault-proxy.ts';
import { describe, expect, test } from '../../../jest.ts';
import type { TestDeployment } from '../../../management.ts';
import { accountPerTest } from '../account-per-test.ts';

type Ports = TestDeployment['ports'];

const at = accountPerTest();

const source = (html: string) => ({ templateId: 'a', name: 'A', subject: 'Hello', html });
const create = (html: string) => (ports: Ports) => createTemplate(ports, at.account, source(html));
const change = (html: string, from: number) => (ports: Ports) =>
  changeTemplate(ports, at.account, source(html), from);
const restore = (revision: number, from: number | 'deleted') => (ports: Ports) =>
  restoreRevision(ports, at.account, { templateId: 'a', revision, from });

const isHeadWrite = ({ operation, body }: Call) =>
  operation === 'PutItem' && body.includes('"sk":{"S":"T#');

/** Saves, and never learns that the head is written. */
async function unanswered(save: (ports: Ports) => Promise<unknown>): Promise<void> {
  const lost = at.deployment.withFaults(
    (call) => (isHeadWrite(call) ? 'lose answer' : 'pass'),
    (ports) => save(ports),
  );
  await expect(lost).rejects.toThrow();
}

const later = () => ({ ...at.deployment.ports, now: () => new Date(60_000) });
const numbers = async () =>
  (await listRevisions(at.deployment.ports, at.account, 'a')).items.map(({ revision }) => revision);

describe('a save whose answer was lost', () => {
  test('a repeated save of a new template gets the first answer', async () => {
    await unanswered(create('one'));

    const again = await create('one')(later());

    expect(again).toMatchObject({
      head: { revision: 1, updatedAt: '1970-01-01T00:00:00.000Z' },
      source: source('one'),
    });
    expect(await numbers()).toEqual([1]);
  });

  test('a repeated save of a changed template gets the first answer', async () => {
    await create('one')(at.deployment.ports);
    await unanswered(change('two', 1));

    const again = await change('two', 1)(later());

    expect(again).toMatchObject({
      head: { revision: 2, updatedAt: '1970-01-01T00:00:00.000Z' },
      source: source('two'),
    });
    expect(await numbers()).toEqual([2, 1]);
  });

  test('a repeated save is recognised even if an interrupted save took a number in between', async () => {
    await create('one')(at.deployment.ports);
    const cut = at.deployment.withFaults(
      (call) => (isHeadWrite(call) ? 'cut' : 'pass'),
      (ports) => change('never served', 1)(ports),
    );
    await expect(cut).rejects.toThrow();
    await unanswered(change('two', 1));

    const again = await change('two', 1)(later());

    expect(again.head.revision).toBe(3);
    expect(await numbers()).toEqual([3, 1]);
  });

  test('a repeated save of a restored template, and of a deleted one that is brought back, gets the first answer', async () => {
    await create('one')(at.deployment.ports);
    await change('two', 1)(at.deployment.ports);
    await unanswered(restore(1, 2));
    const restored = await restore(1, 2)(later());
    await deleteTemplate(at.deployment.ports, at.account, 'a');
    await unanswered(restore(2, 'deleted'));

    const back = await restore(2, 'deleted')(later());

    expect([restored.head.revision, back.head.revision]).toEqual([3, 4]);
    expect(await numbers()).toEqual([4, 3, 2, 1]);
  });

  test('a repeated save is refused if other content was saved since', async () => {
    await create('one')(at.deployment.ports);
    await unanswered(change('two', 1));
    await change('three', 2)(at.deployment.ports);

    const again = change('two', 1)(at.deployment.ports);
    const asNew = create('one')(at.deployment.ports);

    await Promise.all([
      expect(again).rejects.toMatchObject({ code: 'stale', revision: 3 }),
      expect(asNew).rejects.toMatchObject({ code: 'taken' }),
    ]);
  });

  test('a save does not count as repeated if the same content was saved from another revision', async () => {
    await create('one')(at.deployment.ports);
    await change('two', 1)(at.deployment.ports);
    await change('one', 2)(at.deployment.ports);

    const fromTheFirst = change('one', 1)(at.deployment.ports);
    const asNew = create('one')(at.deployment.ports);

    await Promise.all([
      expect(fromTheFirst).rejects.toMatchObject({ code: 'stale', revision: 3 }),
      expect(asNew).rejects.toMatchObject({ code: 'taken' }),
    ]);
  });
});
