import type { ExecuteRequest } from '../../../functions/execute/contract.ts';
import type { ExecutePorts } from '../../../functions/execute/run.ts';
import { type SendMail, sesSender } from '../../../shared/adapters/ses/ses.ts';
import { startTables, type TestTables } from '../../dynalite.ts';
import { beforeEach, expect } from '../../jest.ts';
import { type SesStub, startSesStub } from '../../ses-stub.ts';
import { type Answer, type Sending, startSending } from './sending.ts';

export let tables: TestTables;
/** An account of its own for each test. Its `ports` have a SES in memory. */
export let sending: Sending;
/** SES over HTTP. */
export let ses: SesStub;
/** Sends mails to `ses`. */
export let sendMail: SendMail;

/** Starts tables for the tests of a file, and a new account for each of them. */
export async function startSendingForFile(): Promise<void> {
  tables = await startTables();
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

/** The mails of all calls of SES. */
export const mailsAtSes = () =>
  ses.calls.map(({ Content }) => (Content as { Simple: Record<string, unknown> }).Simple);

/** Executes a request whose mail goes to `ses`; with a key, under that Idempotency-Key. */
export const execute = (
  change: Partial<ExecuteRequest>,
  ports: Partial<ExecutePorts> = {},
  key?: string,
) => sending.execute(change, key, { ...sending.ports, sendMail, ...ports });

/** The body of an answer as JSON; a refusal as it is. */
export const bodyOf = (answer: Answer) => ('body' in answer ? JSON.parse(answer.body) : answer);

/** The answer to a request that was sent and is no repeat. */
export const sent = { body: expect.stringContaining('"type":"sent"'), replayed: false };

/** A PDF begins so, and has bytes that are no text. */
export const pdf = Buffer.from('%PDF-1.7\r\n\u0000\u00ff', 'latin1');
