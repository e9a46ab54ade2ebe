import { templateLoader } from '../../../../shared/adapters/tables/template-loader.ts';
import {
  pauseTemplate,
  resumeTemplate,
} from '../../../../shared/manage/templates/pause-template.ts';
import {
  changeTemplate,
  restoreRevision,
} from '../../../../shared/manage/templates/save-template.ts';
import { expect, test } from '../../../jest.ts';
import { beforeItsHead, partial, storedTemplates, template } from './stored-templates.ts';

const { at, ports, push, remove, revisionsOf, withFaults } = await storedTemplates();

const ada = { by: 'ada@example.com', note: ' Bounces at one domain ' };
const epoch = '1970-01-01T00:00:00.000Z';
const pause = { at: epoch, by: 'ada@example.com', note: 'Bounces at one domain' };
/** As a request sees it. */
const served = { ...pause, templateId: 'a' };
const bob = { at: epoch, by: 'bob@example.com' };

const pauseIt = (by = ada) => pauseTemplate(ports, at.account, 'a', by);
const resumeIt = () => resumeTemplate(ports, at.account, 'a', bob);
const pausesOf = async () => (await revisionsOf('a')).pauses ?? [];
const loaded = async () => (await templateLoader(ports.templates)(at.account, 'a'))?.paused;

test('a paused template says so to requests until it is resumed, and its trail keeps both', async () => {
  await push(template('a', 'x'));
  const before = await loaded();
  await pauseIt();
  const between = await loaded();
  await pauseIt({ by: 'bob@example.com', note: 'again' });
  const trail = await pausesOf();
  await resumeIt();
  await resumeIt();

  expect([before, between, await loaded()]).toEqual([undefined, served, undefined]);
  expect(trail).toEqual([pause]);
  expect(await pausesOf()).toEqual([{ ...pause, resumed: bob }]);
});

test('a save, a deletion and a restore keep the pause', async () => {
  await push(template('a', 'x'));
  await pauseIt();
  await push(template('a', 'y'));
  await remove('a');
  await restoreRevision(ports, at.account, { templateId: 'a', revision: 1, from: 'deleted' });

  expect(await loaded()).toEqual(served);
});

test('a save that read the template before it was paused does not resume it', async () => {
  await push(template('a', 'x'));

  await withFaults(
    () => 'pass',
    async (slow) => {
      beforeItsHead(slow, pauseIt);
      const save = changeTemplate(slow, at.account, template('a', 'y'), 1);
      await expect(save).rejects.toMatchObject({ code: 'stale' });
    },
  );

  expect(await loaded()).toEqual(served);
});

test('the newest ten pauses are kept', async () => {
  await push(template('a', 'x'));
  for (let n = 1; n <= 12; n++) {
    await pauseIt({ by: 'ada@example.com', note: String(n) });
    await resumeIt();
  }

  const notes = (await pausesOf()).map(({ note }) => note);
  expect(notes).toEqual(['12', '11', '10', '9', '8', '7', '6', '5', '4', '3']);
});

test('a partial, an unknown template and a note of two lines are refused', async () => {
  await push(partial('p', 'x'), template('a', 'x'));

  await expect(pauseTemplate(ports, at.account, 'p', ada)).rejects.toThrow('p is a partial');
  await expect(pauseTemplate(ports, at.account, 'b', ada)).rejects.toMatchObject({
    code: 'unknown',
  });
  await expect(pauseIt({ ...ada, note: 'one\ntwo' })).rejects.toThrow('The note must be on one');
});
