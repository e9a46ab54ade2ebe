import { expect, test } from '../../../jest.ts';
import { partial, storedTemplates, template } from './stored-templates.ts';

const { push, pushBy, withFaults } = await storedTemplates();
const dependents = 40;

/** The number of writes of a push, and of what it saved. */
const writesOf = (...sources: Parameters<typeof push>) =>
  withFaults(
    () => 'pass',
    async (by, calls) => {
      const saved = await pushBy(by, sources);
      const reads = ['GetItem', 'Query', 'BatchGetItem'];
      const writes = calls.filter(({ operation }) => !reads.includes(operation));
      return { writes: writes.length, saved: saved.length };
    },
  );

test('a footer that 40 templates take is saved with them in one push, with the writes of 41 saves', async () => {
  const templates = Array.from({ length: dependents }, (_, number) =>
    template(`t${number}`, `<h1>{{name}}</h1>{{> footer}}`),
  );
  await push(partial('footer', '<p>Acme</p>'), ...templates);
  await push(template('alone', '<p>1</p>'));
  const one = await writesOf(template('alone', '<p>2</p>'));

  const all = await writesOf(partial('footer', '<p>Acme, Inc.</p>'));

  expect(all.saved).toBe(dependents + 1);
  expect(all.writes).toBeLessThanOrEqual((dependents + 1) * one.writes);
  expect(one.saved).toBe(1);
});
