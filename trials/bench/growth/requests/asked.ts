import { createHash, randomUUID } from 'node:crypto';
import type { ExecuteRequest } from '../../../../functions/execute/contract.ts';
import { execute } from '../../../../functions/execute/run.ts';
import { renderStored } from '../../../../functions/render/run.ts';
import { templateLoader } from '../../../../shared/adapters/tables/template-loader.ts';
import { createTemplate } from '../../../../shared/manage/templates/save-template.ts';
import { idempotencyHeader } from '../../../../shared/message/idempotency-key.ts';
import { executePorts } from '../ports.ts';
import type { World } from './world.ts';

type Ask = () => Promise<unknown>;

/** Asks once, and answers what asks again: by then the function is warm. */
export async function warm(ask: Ask): Promise<Ask> {
  await ask();
  return ask;
}

export function rendering(world: World, templateId: string): Ask {
  const loadTemplate = templateLoader(world.templates);
  return async () => {
    await world.authorize();
    await renderStored({ template_id: templateId, variables }, world.caller, { loadTemplate });
  };
}

/** Each request has a new Idempotency-Key, or none. */
export function executing(
  world: World,
  asked: Pick<ExecuteRequest, 'templateId' | '_to' | '_bcc'>,
  isKeyed = false,
): Ask {
  const ports = executePorts(templateLoader(world.templates), world.messages);
  const body = { ...asked, variables };
  return async () => {
    const key = isKeyed ? randomUUID() : undefined;
    const header = (name: string) => (name === idempotencyHeader ? key : undefined);
    await world.authorize();
    await execute(body, world.caller, { requestId: randomUUID(), body, header }, ports);
  };
}

/** What every template of the demo renders with. */
const variables = { name: 'Ada', order: '1001', items: [], total: '1' };

/** Saves 500 KB of HTML that hardly compress: about the largest revision that is stored. */
export async function saveBigTemplate({ templates, caller }: World, templateId: string) {
  const source = { templateId, name: 'Big', subject: 'Big', html: `<p>${noise(500 * 1024)}</p>` };
  await createTemplate({ templates, now: () => new Date() }, caller.accountId, source);
  return source;
}

/** Characters in no order, the same at every call: each byte of SHAKE256 makes one of 64. */
function noise(length: number): string {
  const bytes = createHash('shake256', { outputLength: length }).digest();
  return bytes.toString('base64url').slice(0, length);
}
