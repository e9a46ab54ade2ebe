import { randomBytes } from 'node:crypto';
import { beginMessage } from '../../../shared/adapters/tables/messages-table-writes.ts';
import { mintApiKey } from '../../../shared/keys/api-key.ts';
import { scopeNames } from '../../../shared/keys/scopes.ts';
import { createKey, deleteKey } from '../../../shared/manage/keys.ts';
import type { ManagePorts } from '../../../shared/manage/ports.ts';
import type { TemplateSource } from '../../../shared/manage/templates/template-source.ts';
import { newMessageId } from '../../../shared/message/message-id.ts';
import { aMessage } from '../../../test/shared/adapters/messages.ts';
import { openAccount } from '../../harness/accounts.ts';
import type { Sender } from './request.ts';

/** The accounts that send, and texts that none of them may see. */
export interface FuzzAccounts {
  senders: readonly Sender[];
  canaries: readonly string[];
}

const mail = { id: 'mail', type: 'template' };
const send = {
  id: 'send',
  type: 'provider',
  provider: 'ses',
  from: '"Zoë, of us" <hello@sender.example>',
  replyTo: 'help@sender.example',
};

/** A flow whose nodes follow one another. */
function flowOf(...nodes: { id: string; type: string; [field: string]: unknown }[]) {
  return { nodes, edges: nodes.slice(1).map(({ id }, at) => ({ from: nodes[at]?.id, to: id })) };
}

const html = '<p title="{{name|nobody}}">{{name|nobody}}</p>';

/** The templates of each account. */
const templates: readonly TemplateSource[] = [
  { templateId: 'plain', name: 'Plain', subject: 'Hello {{name|nobody}}', html },
  {
    templateId: 'loop',
    name: 'Loop',
    subject: '{{#list}}{{a}}{{/list}}',
    html: '<ul>{{#list}}<li>{{a|none}} {{.}}</li>{{/list}}{{^list}}{{order.a}}{{/list}}</ul>',
  },
  { templateId: 'raw', name: 'Raw', subject: '', html: '<div>{{{name|}}} {{&a|}}</div>' },
  { templateId: 'sends', name: 'Sends', subject: 'For {{name|}}', html, flow: flowOf(mail, send) },
  {
    templateId: 'leaves',
    name: 'Leaves',
    subject: 'Leave',
    html,
    flow: flowOf(mail, { ...send, unsubscribe: 'https://good.example/{{name|}}?a={{%a|}}' }),
  },
  {
    templateId: 'checked',
    name: 'Checked',
    subject: 'Checked',
    html: `${html}{{a}}`,
    flow: flowOf(
      { id: 'inputs', type: 'variables', variables: [{ name: 'a', default: 'x' }] },
      { id: 'domain', type: 'verification', kind: 'email_domain' },
      { id: 'needs', type: 'verification', kind: 'required_fields', fields: ['a', '_to'] },
      { id: 'fits', type: 'verification', kind: 'regex', field: 'a', pattern: '^(\\w+\\s?)*$' },
      mail,
      send,
    ),
  },
  {
    templateId: 'callback',
    name: 'Callback',
    subject: '{{subject|}}',
    html,
    flow: flowOf(mail, { id: 'back', type: 'callback' }),
  },
];

/** Private texts, each at a different place from which it could leak into another account's answer. */
const canaries = ['CANARY-SUBJECT', 'CANARY-HTML', 'CANARY-VARIABLE', 'CANARY-FLOW', 'canary-from'];

const owned: readonly TemplateSource[] = [
  {
    templateId: 'owned',
    name: 'Owned',
    subject: 'CANARY-SUBJECT',
    html: '<p>CANARY-HTML {{CANARY-VARIABLE}}</p>',
  },
  {
    templateId: 'owned-flow',
    name: 'Owned',
    subject: 'CANARY-SUBJECT',
    html: '<p>CANARY-HTML</p>',
    flow: flowOf(
      {
        ...{ id: 'fits', type: 'verification', kind: 'regex' },
        ...{ field: 'CANARY-VARIABLE', pattern: 'a', message: 'CANARY-FLOW' },
      },
      mail,
      { ...send, from: 'canary-from@sender.example' },
    ),
  },
];

/** Opens `count` accounts that send, and another account whose templates they must not see. */
export async function openFuzzAccounts(
  ports: ManagePorts,
  port: number,
  count: number,
): Promise<FuzzAccounts> {
  await openAccount(ports, owned);
  const senders: Sender[] = [];
  for (let number = 0; number < count; number++) {
    const { accountId } = await openAccount(ports, templates);
    const { secret: own } = await createKey(ports, {
      accountId,
      name: 'own',
      scopes: [...scopeNames],
    });
    // Cancel finds it by this reference, which is among the ids that requests are made of.
    const sent = {
      messageId: newMessageId(Date.now()),
      state: 'SENT',
      reference: 'plain',
    } as const;
    await beginMessage(ports.messages, aMessage({ accountId, ...sent }));
    const { keyId, secret: revoked } = await createKey(ports, { accountId, name: 'revoked' });
    await deleteKey(ports, keyId);
    senders.push({ port, keys: { own, revoked, foreign: mintApiKey(randomBytes) } });
  }
  return { senders, canaries };
}
