import { createHash, randomUUID } from 'node:crypto';
import { authorize } from '../../../../functions/authorizer/run.ts';
import type { ExecuteRequest } from '../../../../functions/execute/contract.ts';
import { execute } from '../../../../functions/execute/run.ts';
import { renderStored } from '../../../../functions/render/run.ts';
import { pushDemoTemplates } from '../../../../local/demo/demo-templates.ts';
import type { Stops } from '../../../../local/stops.ts';
import type { Table } from '../../../../shared/adapters/tables/dynamodb.ts';
import { readKey } from '../../../../shared/adapters/tables/keys-table.ts';
import { draftLoader, templateLoader } from '../../../../shared/adapters/tables/template-loader.ts';
import { createTemplate } from '../../../../shared/manage/templates/save-template.ts';
import { idempotencyHeader } from '../../../../shared/message/idempotency-key.ts';
import { writeKey } from '../../../harness/accounts.ts';
import type { TableKind } from '../../../harness/table-names.ts';
import { startOwnTables, tablesBy, tablesClient } from '../../../harness/tables.ts';
import { type CallCounter, startCallCounter } from '../count-calls.ts';
import { accountId } from '../fill-messages.ts';
import { executePorts } from '../ports.ts';

/** An account with a key and the demo's templates, whose calls to the tables are counted. */
export interface World extends Record<TableKind, Table> {
  caller: { accountId: string; keyId: string };
  /** API Gateway's call of the authorizer before each request. */
  authorize: () => Promise<unknown>;
  during: CallCounter['during'];
}

export async function openWorld(stops: Stops): Promise<World> {
  const endpoint = await startOwnTables(stops);
  const counter = stops.add(await startCallCounter(endpoint), ({ stop }) => stop());
  const tables = tablesBy(tablesClient(counter.endpoint, stops));
  const { keys, templates } = tables;
  const caller = { accountId, keyId: 'key_bench' };
  const secret = await writeKey(keys, accountId, caller.keyId);
  await pushDemoTemplates({ templates, now: () => new Date() }, accountId);
  const type = 'TOKEN' as const;
  const request = { type, authorizationToken: `Bearer ${secret}`, methodArn: '*' };
  return {
    ...tables,
    caller,
    authorize: () => authorize(request, { readKey: (hash) => readKey(keys, hash) }),
    during: counter.during,
  };
}

type Request = () => Promise<unknown>;

/** Makes a request once and returns it: the next time its function is warm. */
export async function warm(request: Request): Promise<Request> {
  await request();
  return request;
}

export function rendering(world: World, templateId: string): Request {
  const { templates } = world;
  const ports = { loadTemplate: templateLoader(templates), loadDraft: draftLoader(templates) };
  return async () => {
    await world.authorize();
    await renderStored({ template_id: templateId, variables }, world.caller, ports);
  };
}

/** With `isKeyed`, each request has a new Idempotency-Key. */
export function executing(
  world: World,
  fields: Pick<ExecuteRequest, 'templateId' | '_to' | '_bcc'>,
  isKeyed = false,
): Request {
  const ports = executePorts(templateLoader(world.templates), world.messages);
  const body = { ...fields, variables };
  return async () => {
    const key = isKeyed ? randomUUID() : undefined;
    const header = (name: string) => (name === idempotencyHeader ? key : undefined);
    await world.authorize();
    await execute(body, world.caller, { requestId: randomUUID(), body, header }, ports);
  };
}

/** Values for every template of the demo. */
const variables = { name: 'Ada', order: '1001', items: [], total: '1' };

/** Saves 500 KB of HTML that hardly compress: about the largest revision that is stored. */
export async function saveBigTemplate({ templates, caller }: World, templateId: string) {
  const source = { templateId, name: 'Big', subject: 'Big', html: `<p>${noise(500 * 1024)}</p>` };
  await createTemplate({ templates, now: () => new Date() }, caller.accountId, source);
  return source;
}

/** Text that hardly compresses, the same at every call: SHAKE256 of nothing, in base64url. */
function noise(length: number): string {
  const bytes = createHash('shake256', { outputLength: length }).digest();
  return bytes.toString('base64url').slice(0, length);
}
