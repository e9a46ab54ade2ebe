import { batchRequest } from '../../functions/batch/contract.ts';
import { batch } from '../../functions/batch/run.ts';
import { executeRequest } from '../../functions/execute/contract.ts';
import { execute } from '../../functions/execute/run.ts';
import type { Table } from '../../shared/adapters/tables/dynamodb.ts';
import { maxSendBodyBytes } from '../../shared/engine/limits.ts';
import { checkContract } from '../../shared/http/contract.ts';
import { readJsonBody } from '../../shared/http/json-body.ts';
import type { WrittenAnswer } from '../../shared/http/written-answer.ts';
import { startBatching } from '../../test/functions/batch/batching.ts';

/** A table that is always empty and accepts every write, so that only the function's own work is measured. */
const emptyTable = { client: { send: async () => ({}) }, name: 'Messages' } as unknown as Table;
const { ports, batchPorts } = startBatching(emptyTable);

const caller = { accountId: 'acc_1', keyId: 'key_1' };
/** With an Idempotency-Key, so that the body is hashed as well. */
const header = (name: string) => (name === 'idempotency-key' ? 'worst' : undefined);

/** The endpoints that accept a body of 4.4 MB, from the body to the answer. */
const endpoints = {
  execute: (body: Record<string, unknown>): Promise<WrittenAnswer> => {
    const request = checkContract(executeRequest, body);
    return execute(request, caller, { requestId: 'r-1', body, header }, ports);
  },
  batch: (body: Record<string, unknown>): Promise<WrittenAnswer> => {
    const request = checkContract(batchRequest, body);
    return batch(request, caller, { requestId: 'r-1', body, header }, batchPorts);
  },
};

/** Answers a request with a body. Throws its refusal. */
export function answer(
  endpoint: keyof typeof endpoints,
  body: string,
): () => Promise<WrittenAnswer> {
  const event = {
    headers: { 'content-type': 'application/json' },
    body: Buffer.from(body).toString('base64'),
    isBase64Encoded: true,
    requestContext: {},
  };
  return async () => endpoints[endpoint](readJsonBody(event, maxSendBodyBytes));
}

/** A body of the largest size: repeats the unit between the ends as often as it fits. */
function filled(unit: string, start = '', end = ''): string {
  const bytes = maxSendBodyBytes - Buffer.byteLength(start + end);
  return start + unit.repeat(Math.floor(bytes / Buffer.byteLength(unit))) + end;
}

/** Different names of this number and length; each contains its own number. */
const names = (count: number, length: number) =>
  Array.from({ length: count }, (_, at) => `"${String(at).padStart(length, 'k')}":0,`).join('');

/** A dry run does everything but ask SES. */
const mail = '"templateId":"hello","_to":"ada@example.org","_dryRun":true';
const inVariables = (unit: string, start: string, end: string) =>
  filled(unit, `{${mail},"variables":{"name":"Ada",${start}`, `${end}}}`);
const repeated = (unit: string) => `{${mail},"variables":{${unit.repeat(99_990)}"name":"Ada"}}`;

/** The beginning of a batch of 100 messages. */
const hundred = `{"templateId":"hello","messages":[${Array.from({ length: 100 }, (_, at) => `{"_to":"to${at}@example.org"}`)}],`;
const long = (bytes: number) => `"variables":{"name":"Ada","a":"${'x'.repeat(bytes)}"}`;

/** The most expensive bodies, of 4.4 MB where nothing refuses that. */
export const bodies: Record<keyof typeof endpoints, Record<string, string>> = {
  execute: {
    'nested lists': filled('['),
    'nested objects': filled('{"a":'),
    'a list of numbers': inVariables('1,', '"a":[', '1]'),
    'a list of strings with a backslash': inVariables('"\\\\",', '"a":[', '0]'),
    'words that are not JSON': filled('no '),
    spaces: filled(' ', '', `{${mail},"variables":{"name":"Ada"}}`),
    'a string': inVariables('x', '"a":"', '"'),
    'a string of escaped quotes': inVariables('\\"', '"a":"', '"'),
    'a string of emoji': inVariables('🐎', '"a":"', '"'),
    'a value to escape': filled("'", `{${mail},"variables":{"name":"`, '"}}'),
    'a name': inVariables('x', '"', '":0'),
    'an unknown field of quotes': filled('\\"', `{${mail},"variables":{"name":"Ada"},"_`, '":0}'),
    'a recipient': filled('x', '{"templateId":"hello","variables":{},"_to":"', '"}'),
    'a subject': filled('x', `{${mail},"variables":{"name":"Ada"},"_subject":"`, '"}'),
    '99,990 names of variables': repeated('').replace('{"name"', `{${names(99_990, 38)}"name"`),
    '99,990 fields': `{${mail},${names(99_990, 38)}"variables":{"name":"Ada"}}`,
    '700,000 times one name': inVariables('"a":1,', '', '"a":1'),
    '99,990 times one name': repeated('"a":{},'),
    '99,990 times __proto__': repeated('"__proto__":{},'),
  },
  batch: {
    '1,500,000 empty messages': filled('{},', '{"messages":[', '{}]}'),
    '99,990 empty messages': `{"messages":[${'{},'.repeat(99_989)}{}]}`,
    '100 messages of 46 KB': `{"templateId":"hello","messages":[${Array.from({ length: 100 }, (_, at) => `{"_to":"to${at}@example.org",${long(46_000)}}`)}]}`,
    '100 messages beside a string of 4.4 MB': `${hundred}${long(4_600_000)}}`,
    '100 messages beside a string of 400 KB': `${hundred}${long(400_000)}}`,
    '100 messages beside 99,700 names of variables': `${hundred}"variables":{${names(99_700, 38)}"name":"Ada"}}`,
    '100 messages beside 990 names of variables': `${hundred}"variables":{${names(990, 38)}"name":"Ada"}}`,
    '100 messages beside 990 fields': `${hundred}${names(990, 38)}"variables":{"name":"Ada"}}`,
  },
};
