import { createHash } from 'node:crypto';
import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Verdict } from '../../../../shared/manage/doctor/check.ts';
import { ManageError } from '../../../../shared/manage/manage-error.ts';
import type { ReportedMessage } from '../../../../shared/message/message.ts';
import type { ApiRequest, HttpAnswer } from './http.ts';

export type Recorder = Awaited<ReturnType<typeof openRecording>>;

/**
 * Opens a new or an empty folder for a recording. `deployment`: the stack and its region, or `local run`.
 *
 * @throws {ManageError} for a folder that is not empty
 */
export async function openRecording(folder: string, deployment: string, startedAt: Date) {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  if ((await readdir(folder)).length > 0) {
    throw new ManageError(`${folder} is not empty: name a new or an empty folder`);
  }
  let exchanges = new Map<string, object>();
  let messages: object[] = [];
  const steps: Record<string, object> = {};
  return {
    exchange: (request: ApiRequest, answer: HttpAnswer) => {
      const exchange = maskedExchange(request, answer);
      exchanges.set(JSON.stringify(exchange), exchange);
    },
    message: (record: ReportedMessage) => void messages.push(maskedMessage(record)),
    /** Writes the exchanges and messages since the last step into this step's file. */
    end: async ({ code, status, found }: Verdict) => {
      const step = { step: code, status, exchanges: [...exchanges.values()], messages };
      await write(folder, `${code}.json`, step);
      exchanges = new Map();
      messages = [];
      steps[code] = { status, found: masked(found) };
    },
    finish: () =>
      write(folder, 'run.json', { deployment, startedAt, finishedAt: new Date(), steps }),
  };
}

/** The same request with the same answer is recorded only once. */
function maskedExchange(
  { method, path, headers = {}, key, body = '' }: ApiRequest,
  answer: HttpAnswer,
) {
  const sent = Buffer.isBuffer(body) ? body.toString('latin1') : body;
  const given = { ...headers, ...(key !== undefined && { authorization: key }) };
  return {
    request: { method, path: masked(path), headers: maskedHeaders(given), body: masked(sent) },
    answer: {
      status: answer.status,
      headers: maskedHeaders(answer.headers),
      body: masked(answer.text),
    },
  };
}

function maskedMessage({ state, recipients, events, error, answer }: ReportedMessage) {
  return {
    state,
    recipients: recipients.map(({ address, field, state: reported, reason }) => {
      return { address: masked(address), field, state: reported, reason: reason && masked(reason) };
    }),
    // Sorted, because the reports of SES arrive in any order and many have the same time.
    events: events
      .map(({ state: reported, category, addresses, reason }) => ({
        state: reported,
        category,
        addresses: addresses.map(masked),
        reason: reason && masked(reason),
      }))
      .sort((one, other) => (JSON.stringify(one) < JSON.stringify(other) ? -1 : 1)),
    error: error && masked(error),
    answer: answer && masked(answer),
  };
}

function write(folder: string, name: string, content: object): Promise<void> {
  return writeFile(join(folder, name), `${JSON.stringify(content, null, 2)}\n`, { mode: 0o600 });
}

/** Longer texts are recorded as their length and their hash. */
const maxCharacters = 4000;

const apiKey = /pr_(test_)?[0-9A-Za-z]{36}/g;

/** Texts that differ from run to run or are private, and their replacements. */
const masks: readonly (readonly [pattern: RegExp, mask: string])[] = [
  [apiKey, '<key>'],
  [/\bacc_[0-9A-Za-z]{16}\b/g, '<account id>'],
  [/\bkey_[0-9A-Za-z]{16}\b/g, '<key id>'],
  [/\b[0-9a-f]{16}-[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}-\d{6}\b/g, '<SES message id>'],
  // The local run's mail server makes these ids.
  [/\bses-\d+\b/g, '<SES message id>'],
  [/\b[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}\b/g, '<uuid>'],
  [/\b[0-7][0-9A-HJKMNP-TV-Z]{25,26}\b/g, '<message id>'],
  [/\b\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z?/g, '<time>'],
  [/\b\d{8}T\d{9}Z/g, '<time>'],
  [/\b[0-9a-z]{10}\.execute-api\.[a-z0-9-]+\.amazonaws\.com\b/g, '<API host>'],
  [/\b\d{12}\b/g, '<AWS account>'],
];

/** Addresses of the mailbox simulator and of example domains are not private. */
const address = /[^\s<>"',;:()@]+@([\w.-]+\.\w+)/g;
const publicDomain = /(^|\.)(simulator\.amazonses\.com|example(\.(com|org|net))?)$/i;

/** Headers with an id or a time that differs for each answer. */
const varyingHeaders: ReadonlySet<string> = new Set([
  ...['date', 'x-request-id', 'x-amzn-requestid', 'x-amz-apigw-id', 'x-amzn-trace-id'],
  ...['x-amz-cf-id', 'x-amz-cf-pop', 'via', 'x-amzn-remapped-date', 'content-length', 'age'],
]);

export const withoutKeys = (text: string) => text.replace(apiKey, '<key>');

/** Masks secrets, ids, times and people's addresses; a text that is too long becomes its length and hash. */
export function masked(text: string): string {
  // A body of megabytes contains no private text, and searching it would take hours.
  if (text.length > maxCharacters) {
    const hash = createHash('sha256').update(text).digest('hex').slice(0, 16);
    return `<${text.length} characters, SHA-256 ${hash}…>`;
  }
  return masks
    .reduce((left, [pattern, mask]) => left.replace(pattern, mask), text)
    .replace(address, (whole, domain: string) => (publicDomain.test(domain) ? whole : '<address>'));
}

/** Masks headers and sorts them by name. The value of a header that differs each time becomes `<differs>`. */
export function maskedHeaders(headers: Readonly<Record<string, string>>): Record<string, string> {
  const pairs = Object.entries(headers).map(([name, value]) => {
    const shown = name.toLowerCase() === 'authorization' ? '<key>' : masked(value);
    return [
      name.toLowerCase(),
      varyingHeaders.has(name.toLowerCase()) ? '<differs>' : shown,
    ] as const;
  });
  return Object.fromEntries(pairs.sort(([one], [other]) => (one < other ? -1 : 1)));
}
