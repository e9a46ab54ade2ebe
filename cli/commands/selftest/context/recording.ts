import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as z from 'zod/mini';
import type { Verdict } from '../../../../shared/manage/doctor/check.ts';
import { ManageError } from '../../../../shared/manage/manage-error.ts';
import type { ReportedMessage } from '../../../../shared/message/message.ts';
import { codeOf } from '../../../files/error-code.ts';
import type { Answer } from './http.ts';
import { masked, maskedHeaders } from './masking.ts';
import type { ApiRequest } from './probe.ts';

/** Records the answers of a deployment, step by step. */
export interface Recorder {
  /** The steps that passed in an interrupted run: each step's code, and the sentence that it found. */
  earlier: ReadonlyMap<string, string>;
  exchange: (request: ApiRequest, answer: Answer) => void;
  message: (record: ReportedMessage) => void;
  /** Writes the exchanges and messages since the last step into this step's file. */
  end: (result: Verdict) => Promise<void>;
  finish: () => Promise<void>;
}

/** Records nothing. */
export const noRecorder: Recorder = {
  earlier: new Map(),
  exchange: () => {},
  message: () => {},
  end: async () => {},
  finish: async () => {},
};

const runFile = 'run.json';

const runShape = z.object({
  selftest: z.literal(1),
  /** The stack and its region, or `local run`. */
  deployment: z.string(),
  startedAt: z.string(),
  /** Null: the run has not finished. The next run continues it. */
  finishedAt: z.nullable(z.string()),
  steps: z.record(z.string(), z.object({ status: z.string(), found: z.string() })),
});

type Run = z.infer<typeof runShape>;

/**
 * Opens a folder for a recording: a new folder, an empty one, or the folder of an earlier run on the same deployment.
 * The new run continues an interrupted run, and replaces a finished one.
 *
 * @throws {ManageError} for a folder with any other content
 */
export async function openRecording(
  folder: string,
  deployment: string,
  now: Date,
): Promise<Recorder> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const earlierRun = await readRun(folder);
  if (earlierRun !== null && earlierRun.deployment !== deployment) {
    throw new ManageError(
      `${folder} holds a recording of ${earlierRun.deployment}, but this is ${deployment}: name another folder`,
    );
  }
  const isUnfinished = earlierRun !== null && earlierRun.finishedAt === null;
  const run: Run = isUnfinished
    ? earlierRun
    : { selftest: 1, deployment, startedAt: now.toISOString(), finishedAt: null, steps: {} };
  await write(folder, runFile, run);
  return recorderOf(folder, run);
}

function recorderOf(folder: string, run: Run): Recorder {
  let exchanges = new Map<string, object>();
  let messages: object[] = [];
  const passed = Object.entries(run.steps).filter(([, { status }]) => status === 'ok');
  return {
    earlier: new Map(passed.map(([code, { found }]) => [code, found])),
    exchange: (request, answer) => {
      const exchange = maskedExchange(request, answer);
      exchanges.set(JSON.stringify(exchange), exchange);
    },
    message: (record) => void messages.push(maskedMessage(record)),
    end: async ({ code, status, found }) => {
      await write(folder, `${code}.json`, {
        step: code,
        status,
        exchanges: [...exchanges.values()],
        messages,
      });
      exchanges = new Map();
      messages = [];
      run.steps[code] = { status, found: masked(found) };
      await write(folder, runFile, run);
    },
    finish: () => write(folder, runFile, { ...run, finishedAt: new Date().toISOString() }),
  };
}

/** The same request with the same answer is recorded only once. */
function maskedExchange(
  { method, path, headers = {}, key, body = '' }: ApiRequest,
  answer: Answer,
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

/** Reads the run in a folder; null if the folder is empty. */
async function readRun(folder: string): Promise<Run | null> {
  try {
    const found = runShape.safeParse(JSON.parse(await readFile(join(folder, runFile), 'utf8')));
    if (found.success) return found.data;
  } catch (error) {
    const isMissing = codeOf(error) === 'ENOENT' && (await readdir(folder)).length === 0;
    if (isMissing) return null;
    if (codeOf(error) !== 'ENOENT' && !(error instanceof SyntaxError)) throw error;
  }
  throw new ManageError(
    `${folder} is not empty and holds no recording of selftest: name a new or an empty folder`,
  );
}

function write(folder: string, name: string, content: object): Promise<void> {
  return writeFile(join(folder, name), `${JSON.stringify(content, null, 2)}\n`, { mode: 0o600 });
}
