import { managePorts, type Servers } from '../../../local/demo/manage-ports.ts';
import { createAccount } from '../../../shared/manage/accounts.ts';
import { createKey } from '../../../shared/manage/keys.ts';
import type { ManagePorts } from '../../../shared/manage/ports.ts';
import { prepareTemplate } from '../../../shared/manage/templates/prepare-template.ts';
import { pushTemplates } from '../../../shared/manage/templates/push-templates.ts';
import type { PushedTemplate } from '../../../shared/manage/templates/saves.ts';
import type { Plan } from '../../../shared/plans.ts';
import { atEndOfFile } from '../../end-of-file.ts';
import { type Answer, call } from './call.ts';
import { deployment } from './deployment.ts';

export interface Written {
  id: string;
  /** Default: the id. */
  name?: string;
  subject?: string;
  html: string;
  text?: string;
  flow?: unknown;
  keep?: string;
  secret?: string[];
  language?: string;
  languages?: Record<string, { subject: string; html: string; text?: string }>;
}

export interface TestAccount {
  accountId: string;
  keyId: string;
  key: string;
  baseUrl: string;
  ports: ManagePorts;
  render: (body: unknown) => Promise<Answer>;
  execute: (body: unknown) => Promise<Answer>;
  verify: (body: unknown) => Promise<Answer>;
  save: (...templates: Written[]) => Promise<PushedTemplate[]>;
  newKey: () => Promise<{ keyId: string; secret: string }>;
}

const connections = new Map<string, ManagePorts>();

export function operatorOf(run: Servers & { baseUrl: string } = deployment): ManagePorts {
  const open = connections.get(run.baseUrl);
  if (open) return open;
  const { ports, close } = managePorts(run);
  connections.set(run.baseUrl, ports);
  atEndOfFile(() => {
    connections.delete(run.baseUrl);
    close();
  });
  return ports;
}

/** Opens an account, by default on plan Team, so that its rate limit does not matter. */
export async function openAccount(
  plan: Plan = 'team',
  run: Servers & { baseUrl: string } = deployment,
): Promise<TestAccount> {
  const ports = operatorOf(run);
  const { accountId } = await createAccount(ports, { name: 'Tests', plan });
  const newKey = () => createKey(ports, { accountId, name: 'tests' });
  const { keyId, secret: key } = await newKey();
  const post = (path: string) => (body: unknown) => call(path, { key, body, baseUrl: run.baseUrl });
  return {
    accountId,
    keyId,
    key,
    baseUrl: run.baseUrl,
    ports,
    render: post('/v1/render'),
    execute: post('/v1/execute'),
    verify: post('/v1/verify'),
    save: (...templates) => save(ports, accountId, templates),
    newKey,
  };
}

async function save(ports: ManagePorts, accountId: string, templates: readonly Written[]) {
  const prepared = await Promise.all(
    templates.map(async ({ id, subject = 'Hello', ...rest }) => {
      const source = { templateId: id, name: id, subject, ...rest };
      const preparation = await prepareTemplate(source);
      if (preparation.ok) return preparation.prepared;
      throw new Error(preparation.problems.map(({ message }) => message).join('; '));
    }),
  );
  return pushTemplates(ports, accountId, prepared);
}
