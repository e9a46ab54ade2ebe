import {
  type PromotionOptions,
  planPromotion,
  runPromotion,
} from '../../../../../cli/commands/template/promote/promote-templates.ts';
import type { ManagePorts } from '../../../../../shared/manage/ports.ts';
import { prepareTemplate } from '../../../../../shared/manage/templates/prepare-template.ts';
import { pushTemplates } from '../../../../../shared/manage/templates/push-templates.ts';
import type { TemplateSource } from '../../../../../shared/manage/templates/template-source.ts';
import { showTemplate } from '../../../../../shared/manage/templates/templates.ts';
import { beforeEach, expect, test } from '../../../../jest.ts';
import { startDeployment } from '../../../../management.ts';

let staging: string;
let production: string;
let accounts = 0;
const deployment = await startDeployment();
beforeEach(() => {
  staging = `staging_${accounts}`;
  production = `production_${accounts++}`;
});

const flowFrom = (from: string) => ({
  nodes: [
    { id: 'mail', type: 'template' },
    { id: 'send', type: 'provider', provider: 'ses', from },
  ],
  edges: [{ from: 'mail', to: 'send' }],
});

async function save(accountId: string, templateId: string, changes: Partial<TemplateSource> = {}) {
  const source = { templateId, name: 'A', subject: 'Hello', html: '<p>{{name}}</p>', ...changes };
  const preparation = await prepareTemplate(source);
  if (!preparation.ok) throw new Error(JSON.stringify(preparation.problems));
  await pushTemplates(deployment.ports, accountId, [preparation.prepared]);
}

const author = { by: 'eva', how: 'promote from staging' };
const by = { author, approvals: { required: 0, trustCli: false } };
const everything: PromotionOptions = { ids: [], mappings: [] };
const from = () => ({ ports: deployment.ports, accountId: staging });
const to = (ports: ManagePorts = deployment.ports) => ({
  ports,
  accountId: production,
  senders: ['acme.example'],
});

async function promote(options = everything, ports?: ManagePorts) {
  const promotion = await planPromotion(from(), to(ports), options);
  const pushed = await runPromotion(to(ports), promotion, by, () => {});
  return pushed.map(({ id, revision, state }) => ({ id, revision, state }));
}

const senderOf = async (id: string) => {
  const { source } = await showTemplate(deployment.ports, production, id);
  return source.flow;
};

test('a promotion copies every template with its flow and its languages, and a second one changes nothing', async () => {
  const spoken = { language: 'en', languages: { pt: { subject: 'Olá', html: '<p>Olá</p>' } } };
  await save(staging, 'a', { flow: flowFrom('Acme <hi@acme.example>') });
  await save(staging, 'b', { text: 'Hello', testData: { name: 'Ada' }, ...spoken });

  const first = await promote();
  const second = await promote();

  expect(first).toEqual([
    { id: 'a', revision: 1, state: 'new' },
    { id: 'b', revision: 1, state: 'new' },
  ]);
  expect(second.map(({ state }) => state)).toEqual(['unchanged', 'unchanged']);
  expect(await senderOf('a')).toEqual(flowFrom('Acme <hi@acme.example>'));
  const { source } = await showTemplate(deployment.ports, production, 'b');
  expect(source).toMatchObject(spoken);
});

test('a promotion is refused with all unknown names', async () => {
  await save(staging, 'a');

  await expect(promote({ ids: ['b', 'a', 'c'], mappings: [] })).rejects.toThrow(
    `Account ${staging} has no template b, c`,
  );
});

test('a promotion does not overwrite a template that was changed after the difference was shown', async () => {
  await save(staging, 'a');
  const promotion = await planPromotion(from(), to(), everything);
  await save(production, 'a', { name: 'Another' });

  const run = runPromotion(to(), promotion, by, () => {});

  await expect(run).rejects.toMatchObject({ code: 'stale', revision: 1 });
  expect((await showTemplate(deployment.ports, production, 'a')).head.name).toBe('Another');
});
