import type { ExecuteRequest } from '../../../functions/execute/contract.ts';
import type { ExecutePorts } from '../../../functions/execute/run.ts';
import type { CallTimes } from '../../../shared/adapters/call-times.ts';
import { type SendMail, sesSender } from '../../../shared/adapters/ses/ses.ts';
import { alone } from '../../../shared/adapters/tables/change.ts';
import { suppress } from '../../../shared/adapters/tables/suppression-table.ts';
import type { ApiCaller } from '../../../shared/http/proxy.ts';
import type { SuppressionReason } from '../../../shared/message/suppression.ts';
import { startTables, type TestTables, tablesOf, testClient } from '../../dynalite.ts';
import { beforeEach } from '../../jest.ts';
import { type SesStub, startSesStub } from '../../ses-stub.ts';
import { type Answer, type Sending, startSending } from './sending.ts';

/** The delivery of a test key's mails. */
type TestKey = NonNullable<ApiCaller['test']>;

export let tables: TestTables;
/** A separate account for each test. Its `ports` have a SES in memory. */
export let sending: Sending;
/** SES over HTTP. */
export let ses: SesStub;
/** Sends mails to `ses`. */
export let sendMail: SendMail;

/** Starts tables for the tests of a file, and a new account for each test. `times`: the limits of its calls. */
export async function startSendingForFile(times?: CallTimes): Promise<void> {
  tables = await startTables();
  if (times) tables = { ...tables, ...tablesOf(testClient(tables.endpoint, times)) };
  beforeEach(() => {
    sending = startSending(tables.messages);
  });
}

/** The same, with SES over HTTP. */
export async function startSesForFile(): Promise<void> {
  await startSendingForFile();
  ses = await startSesStub();
  Object.assign(process.env, {
    AWS_REGION: 'us-east-1',
    AWS_ACCESS_KEY_ID: 'test',
    AWS_SECRET_ACCESS_KEY: 'test',
    AWS_ENDPOINT_URL_SESV2: ses.url,
  });
  beforeEach(() => {
    sendMail = sesSender({ configurationSet: 'set' });
    ses.calls.length = 0;
  });
}

/** Puts an address on the suppression list of the account. */
export const suppressed = (address: string, reason: SuppressionReason) =>
  suppress(
    tables.messages,
    sending.accountId,
    { address, reason, at: '2026-11-20T08:00:00.000Z', detail: null, messageId: null },
    alone,
  );

/** Executes a request with a test key. */
export const executeAs = (test: TestKey, change: Partial<ExecuteRequest> = {}, key?: string) =>
  sending.execute(change, key, sending.ports, { test });

/** The ports of the account with other calls of its tables. */
export const withStore = (change: Partial<ExecutePorts['store']>): ExecutePorts => ({
  ...sending.ports,
  store: { ...sending.ports.store, ...change },
});

/** The mails of all calls of SES. */
export const mailsAtSes = () =>
  ses.calls.map(({ Content }) => (Content as { Simple: Record<string, unknown> }).Simple);

/** Executes a request whose mail goes to `ses`; with a key, under that Idempotency-Key. */
export const execute = (
  change: Partial<ExecuteRequest>,
  ports: Partial<ExecutePorts> = {},
  key?: string,
) => sending.execute(change, key, { ...sending.ports, sendMail, ...ports });

/** The parsed JSON body of an answer; a refusal unchanged. */
export const bodyOf = (answer: Answer) => ('body' in answer ? JSON.parse(answer.body) : answer);

/** The beginning of a PDF, with bytes that are not text. */
export const pdf = Buffer.from('%PDF-1.7\r\n\u0000\u00ff', 'latin1');
