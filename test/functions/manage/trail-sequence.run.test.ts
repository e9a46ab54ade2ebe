import { setPlan } from '../../../cli/upkeep/account-plans.ts';
import type { Item } from '../../../shared/adapters/tables/attributes.ts';
import { scanAll } from '../../../shared/adapters/tables/dynamodb.ts';
import { QueryCommand } from '../../../shared/adapters/tables/dynamodb-client.ts';
import { changeAccount } from '../../../shared/manage/accounts.ts';
import {
  createKey,
  deleteKey,
  listKeys,
  pauseKey,
  resumeKey,
} from '../../../shared/manage/keys.ts';
import type { ManagePorts } from '../../../shared/manage/ports.ts';
import { addSuppression, removeSuppression } from '../../../shared/manage/suppression.ts';
import { deleteTemplate } from '../../../shared/manage/templates/delete-template.ts';
import {
  planPublish,
  publishDrafts,
} from '../../../shared/manage/templates/drafts/publish-drafts.ts';
import { saveDrafts } from '../../../shared/manage/templates/drafts/save-drafts.ts';
import { discardDraft } from '../../../shared/manage/templates/drafts/stored-draft.ts';
import { pauseTemplate, resumeTemplate } from '../../../shared/manage/templates/pause-template.ts';
import { prepareSource } from '../../../shared/manage/templates/prepare-sources.ts';
import { pushRevision, pushTemplates } from '../../../shared/manage/templates/push-templates.ts';
import { restoreRevision } from '../../../shared/manage/templates/save-template.ts';
import {
  addWebhook,
  deleteWebhook,
  editWebhook,
  listWebhooks,
  pauseWebhook,
  resumeWebhook,
  rotateWebhook,
} from '../../../shared/manage/webhooks/webhooks.ts';
import { randomFrom } from '../../../trials/harness/random.ts';
import type { Fate } from '../../fault-proxy.ts';
import { expect, test } from '../../jest.ts';
import { accountId, ask, dashboard, startDashboardForFile } from './dashboard.ts';

await startDashboardForFile();

/** Whole numbers from 0 to below a number, the same for the same seed. */
function wholeFrom(seed: number) {
  const random = randomFrom('trail', seed);
  return (below: number) => Math.floor(random() * below);
}

type Random = ReturnType<typeof wholeFrom>;
type Step = (ports: ManagePorts, random: Random) => Promise<unknown>;

/** What no entry may hold. */
const secrets = new Set<string>();
const secret = (text: string) => {
  secrets.add(text);
  return text;
};

const one = <T>(random: Random, list: readonly T[]): T => list[random(list.length)] as T;
const addressIn = (random: Random) => secret(`reader-${random(4)}@people.example`);
const idIn = (random: Random) => `mail-${random(3)}`;
const author = { by: 'ann', how: 'push' };

const prepared = (ports: ManagePorts, random: Random) =>
  prepareSource(ports, accountId, {
    ...{ templateId: idIn(random), name: 'Mail' },
    subject: secret(`Subject ${random(3)}`),
    html: `<p>${secret(`Content ${random(3)}`)} {{${secret('variableName')}|x}}</p>`,
  });

const anyOf = async (list: Promise<readonly { id: string }[]>, random: Random) =>
  one(random, [{ id: 'wh_none' }, ...(await list)]).id;
const keyOf = async (ports: ManagePorts, random: Random) =>
  one(random, [{ keyId: 'key_none' }, ...(await listKeys(ports, accountId))]).keyId;
const webhookOf = (ports: ManagePorts, random: Random) =>
  anyOf(listWebhooks(ports, accountId), random);
const post = { loopback: false, timeoutMs: 1 };
const url = (random: Random) => `https://hooks.example/${secret(`path${random(3)}`)}`;

const steps: readonly Step[] = [
  (ports, random) =>
    addSuppression(ports, accountId, { address: addressIn(random), reason: 'Asked' }),
  (ports, random) => removeSuppression(ports, accountId, addressIn(random)),
  async (ports, random) => {
    const options = random(2) ? { test: { redirectTo: secret('qa@people.example') } } : {};
    const made = await createKey(ports, { accountId, name: `key ${random(9)}`, ...options });
    secret(made.secret);
  },
  async (ports, random) => deleteKey(ports, await keyOf(ports, random), accountId),
  async (ports, random) => pauseKey(ports, await keyOf(ports, random), { accountId, by: 'ann' }),
  async (ports, random) => resumeKey(ports, await keyOf(ports, random), accountId),
  async (ports, random) => {
    const ready = { ...ports, post, sendsEvents: true };
    secret(
      (await addWebhook(ready, accountId, { url: url(random), types: null, test: false })).secret,
    );
  },
  async (ports, random) =>
    editWebhook({ ...ports, post }, accountId, await webhookOf(ports, random), {
      url: url(random),
      test: random(2) === 0,
    }),
  async (ports, random) => {
    secret((await rotateWebhook(ports, accountId, await webhookOf(ports, random))).secret);
  },
  async (ports, random) => pauseWebhook(ports, accountId, await webhookOf(ports, random)),
  async (ports, random) => resumeWebhook(ports, accountId, await webhookOf(ports, random)),
  async (ports, random) => deleteWebhook(ports, accountId, await webhookOf(ports, random)),
  async (ports, random) =>
    pushTemplates(ports, accountId, await prepared(ports, random), { author }),
  async (ports, random) =>
    saveDrafts(ports, accountId, await prepared(ports, random), { author, check: () => undefined }),
  async (ports, random) => {
    const plan = await planPublish(ports, accountId, [idIn(random)], { force: true });
    await publishDrafts(ports, accountId, plan, { by: 'ann' });
  },
  (ports, random) => discardDraft(ports, accountId, idIn(random)),
  (ports, random) => deleteTemplate(ports, accountId, idIn(random)),
  (ports, random) => pushRevision(ports, accountId, idIn(random), 1 + random(2), author),
  (ports, random) => {
    const templateId = idIn(random);
    const wanted = { templateId, revision: 1 + random(2), from: 'deleted', by: 'ann' } as const;
    return restoreRevision(ports, accountId, wanted);
  },
  (ports, random) => pauseTemplate(ports, accountId, idIn(random), { by: 'ann' }),
  (ports, random) => resumeTemplate(ports, accountId, idIn(random), { by: 'ann' }),
  (ports, random) => changeAccount(ports, accountId, { name: `Acme ${random(2)}` }),
  (ports, random) => setPlan(ports, accountId, one(random, ['free', 'pro', 'team'] as const)),
  (ports, random) =>
    changeAccount(ports, accountId, { seeds: random(2) ? [addressIn(random)] : [] }),
  (ports, random) =>
    changeAccount(ports, accountId, { approvals: { required: random(2), trustCli: !random(2) } }),
];

/** The same by requests to the dashboard, whose door is another one. */
const requests: readonly ((random: Random) => Promise<unknown>)[] = [
  (random) => ask('POST', '/suppressions', { body: { address: addressIn(random) } }),
  (random) => ask('DELETE', `/suppressions/${addressIn(random)}`),
  (random) => ask('POST', '/api-keys', { body: { name: `page ${random(9)}` } }),
  (random) => ask('PATCH', '/account', { body: { name: `Acme ${random(2)}` } }),
  (random) => ask('PATCH', `/templates/${idIn(random)}`, { body: { state: 'paused' } }),
  (random) => ask('PATCH', `/templates/${idIn(random)}`, { body: { state: 'active' } }),
];

/** What people manage. Contents lie in the table before the head that makes them true, and names beside entries. */
async function managed() {
  const { tables } = dashboard;
  const kinds = ['accounts', 'keys', 'templates', 'messages', 'users'] as const;
  const all = await Promise.all(kinds.map((kind) => scanAll(tables[kind])));
  const items = all.flat().filter(({ sk, keyHash }) => {
    if (keyHash?.S) return !keyHash.S.startsWith('keyId#');
    return sk?.S === undefined || /^[TVSW]#/.test(sk.S);
  });
  const texts = items.map(({ personKey: _, ...item }) =>
    JSON.stringify(Object.entries(item).sort()),
  );
  return texts.sort().join('\n');
}

const isEntry = ({ sk }: Item) => sk?.S?.startsWith('A#') === true;

const entries = async () => (await scanAll(dashboard.tables.trail.table)).filter(isEntry);

async function countEntries(): Promise<number> {
  const { client, name: TableName } = dashboard.tables.trail.table;
  const count = new QueryCommand({
    ...{ TableName, Select: 'COUNT', ConsistentRead: true },
    KeyConditionExpression: 'accountId = :account AND begins_with(sk, :prefix)',
    ExpressionAttributeValues: { ':account': { S: accountId }, ':prefix': { S: 'A#' } },
  });
  return (await client.send(count)).Count ?? 0;
}

/** Makes steps, which may be refused, and tells of each whether it changed what people manage, and its entries. */
async function observer() {
  let seen = { managed: await managed(), entries: await countEntries() };
  return async (step: () => Promise<unknown>) => {
    const before = seen;
    await step().catch(() => undefined);
    seen = { managed: await managed(), entries: await countEntries() };
    const isChanged = seen.managed !== before.managed;
    return { isChanged, entries: seen.entries - before.entries };
  };
}

test('each of 500 changes has exactly one entry, what changes nothing has none, and no entry leaks', async () => {
  const random = wholeFrom(1);
  const outcomeOf = await observer();
  let changed = 0;
  const actions = new Set<string | undefined>();

  for (let at = 0; changed < 500; at++) {
    const ports = { ...dashboard.ports, now: () => new Date(1_760_000_000_000 + at * 1000) };
    const step = random(6) === 0 ? one(random, requests) : null;
    const made = one(random, steps);
    const outcome = await outcomeOf(() => (step ? step(random) : made(ports, random)));
    if (outcome.isChanged) changed += 1;
    expect({ at, ...outcome }).toEqual({ at, ...outcome, entries: outcome.isChanged ? 1 : 0 });
  }

  const all = await entries();
  for (const { action } of all) actions.add(action?.S);
  expect(actions.size).toBeGreaterThanOrEqual(20);
  const text = JSON.stringify(all).toLowerCase();
  expect([...secrets].filter((each) => text.includes(each.toLowerCase()))).toEqual([]);
});

test('where calls of DynamoDB fail at random, a change and its entry are both there or neither', async () => {
  const random = wholeFrom(2);
  const outcomeOf = await observer();
  const fates: readonly Fate[] = [
    'cut',
    'lose answer',
    { status: 500, type: 'InternalServerError' },
  ];
  let failed = 0;

  for (let at = 0; at < 200; at++) {
    const now = () => new Date(1_770_000_000_000 + at * 1000);
    const outcome = await outcomeOf(() =>
      dashboard.withFaults(
        () => {
          if (random(8) > 0) return 'pass';
          failed += 1;
          return one(random, fates);
        },
        (ports) => one(random, steps)({ ...ports, now }, random),
      ),
    );
    expect({ at, ...outcome }).toEqual({ at, ...outcome, isChanged: outcome.entries > 0 });
  }

  expect(failed).toBeGreaterThan(50);
});
