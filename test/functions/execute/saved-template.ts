import type { ExecutePorts } from '../../../functions/execute/run.ts';
import { alone } from '../../../shared/adapters/tables/change.ts';
import type { Table } from '../../../shared/adapters/tables/dynamodb.ts';
import { encodeRevision } from '../../../shared/adapters/tables/revision-format.ts';
import { templateLoader } from '../../../shared/adapters/tables/template-loader.ts';
import {
  writeHead,
  writeRevision,
} from '../../../shared/adapters/tables/templates-table-writes.ts';
import type { FlowPlan } from '../../../shared/engine/flow/plan.ts';
import { prepareSources } from '../../../shared/manage/templates/prepare-sources.ts';
import { pushTemplates } from '../../../shared/manage/templates/push-templates.ts';
import type { TemplateSource } from '../../../shared/manage/templates/template-source.ts';
import { sending, tables } from './for-file.ts';
import { template } from './sending.ts';

/** Saves the template of `sending.ts` in the table, with its flow or another one. */
export async function saveTemplate(
  templates: Table,
  accountId: string,
  plan: FlowPlan = template.plan,
): Promise<void> {
  const { compiled } = template;
  const at = '2026-11-21T10:00:00.000Z';
  const content = encodeRevision({
    format: 1,
    name: 'Hello',
    subject: 'Hello {{name}}',
    html: '<p>{{name}}</p>',
    text: 'Hello {{name}}.',
    textTemplate: null,
    compiled,
    plan,
  });
  const head = { templateId: 'hello', name: 'Hello', subject: '', revision: 1, updatedAt: at };
  const revision = { templateId: 'hello', revision: 1, createdAt: at, content };
  await writeRevision(templates, accountId, revision);
  await writeHead(templates, accountId, { ...head, flowStatus: 'provider' }, null, alone);
}

/** The ports of the file's account with the templates that it saved. */
export function savedTemplates(): ExecutePorts {
  const load = templateLoader(tables.templates);
  return { ...sending.ports, loadTemplate: (accountId, id) => load(accountId, id) };
}

/** Saves a template of the file's account. */
export async function saveSource(source: TemplateSource): Promise<void> {
  const manage = { ...tables, now: () => new Date(sending.nowMs()) };
  const { prepared, problems } = await prepareSources(manage, sending.accountId, [source]);
  if (problems.length > 0) throw new Error(JSON.stringify(problems));
  await pushTemplates(manage, sending.accountId, prepared);
}
