import type { ManagePorts } from '../../../../shared/manage/ports.ts';
import { prepareSources } from '../../../../shared/manage/templates/prepare-sources.ts';
import { pushTemplates } from '../../../../shared/manage/templates/push-templates.ts';
import type { TemplateSource } from '../../../../shared/manage/templates/template-source.ts';
import { expect, test } from '../../../jest.ts';
import { accountPerTest } from '../account-per-test.ts';

const at = accountPerTest();
const dependents = 40;

const template = (templateId: string, html: string) => ({
  ...{ templateId, name: templateId, subject: 'Hello', html },
});
const footer = (html: string) => ({
  ...{ ...template('footer', html), subject: '', kind: 'partial' as const },
});

async function push(ports: ManagePorts, sources: TemplateSource[]) {
  const { prepared } = await prepareSources(ports, at.account, sources);
  return pushTemplates(ports, at.account, prepared);
}

/** The number of writes of a push, and of what it saved. */
const writesOf = (sources: TemplateSource[]) =>
  at.deployment.withFaults(
    () => 'pass',
    async (ports, calls) => {
      const saved = await push(ports, sources);
      const reads = ['GetItem', 'Query', 'BatchGetItem'];
      const writes = calls.filter(({ operation }) => !reads.includes(operation));
      return { writes: writes.length, saved: saved.length };
    },
  );

test('a footer that 40 templates take is saved with them in one push, with the writes of 41 saves', async () => {
  const templates = Array.from({ length: dependents }, (_, number) =>
    template(`t${number}`, `<h1>{{name}}</h1>{{> footer}}`),
  );
  await push(at.deployment.ports, [footer('<p>Acme</p>'), ...templates]);
  await push(at.deployment.ports, [template('alone', '<p>1</p>')]);
  const one = await writesOf([template('alone', '<p>2</p>')]);

  const all = await writesOf([footer('<p>Acme, Inc.</p>')]);

  expect(all.saved).toBe(dependents + 1);
  expect(all.writes).toBeLessThanOrEqual((dependents + 1) * one.writes);
  expect(one.saved).toBe(1);
});
