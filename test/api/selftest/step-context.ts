import { randomBytes } from 'node:crypto';
import { type HttpAnswer, send } from '../../../cli/commands/selftest/context/http.ts';
import type { SelftestStep } from '../../../cli/commands/selftest/context/step.ts';
import {
  StepContext,
  type StepOptions,
} from '../../../cli/commands/selftest/context/step-context.ts';
import {
  onLocalRun,
  type WaitingTimes,
} from '../../../cli/commands/selftest/context/waiting-times.ts';
import { cleanUp } from '../../../cli/commands/selftest/selftest.ts';
import { objectsOf } from '../../../cli/connection/connect.ts';
import { localDeployment } from '../../../cli/connection/local-deployment.ts';
import { localLog } from '../../../cli/request-log/local-log.ts';
import type { Finding } from '../../../shared/manage/doctor/check.ts';
import { patienceMs } from '../../patience.ts';
import { serve } from '../../serve.ts';
import { operatorOf } from '../harness/account.ts';
import { dataFolder, deployment } from '../harness/deployment.ts';

export interface Passing {
  method: string;
  path: string;
  key: string | undefined;
  body: string;
  nth: number;
}

/** Returns what replaces parts of an answer; undefined leaves the answer as it is. */
export type Lie = (
  passing: Passing,
  answer: HttpAnswer,
) => Partial<HttpAnswer> | undefined | 'hang up';

export type Rewrite = (passing: Passing) => { body?: string; drop?: string } | undefined;

/** Starts a proxy in front of the run that all tests share. The proxy replaces some answers. */
export async function lyingRun(lie: Lie, rewrite: Rewrite = () => undefined): Promise<string> {
  let nth = 0;
  const { url: origin } = await serve(async (incoming, outgoing) => {
    const chunks: Buffer[] = [];
    for await (const chunk of incoming) chunks.push(chunk as Buffer);
    const body = Buffer.concat(chunks);
    const { method = '', url = '', headers } = incoming;
    const key = headers.authorization?.replace('Bearer ', '');
    const path = url.replace('/v1', '');
    const passing = { method, path, key, body: body.toString(), nth: nth++ };
    const { body: other = body, drop } = rewrite(passing) ?? {};
    const passed = Object.entries(headers).filter(
      ([name]) => !/^(host|connection|content-length)$/.test(name) && name !== drop,
    );
    const answer = await send(`${new URL(deployment.baseUrl).origin}${url}`, {
      ...{ method, body: other },
      headers: Object.fromEntries(passed.map(([name, value]) => [name, String(value)])),
    });
    const lied = lie(passing, answer);
    if (lied === 'hang up') return void incoming.socket.destroy();
    const told = { ...answer, ...lied };
    const { 'content-length': _, connection: __, ...rest } = told.headers;
    outgoing.writeHead(told.status, rest).end(method === 'HEAD' ? '' : told.text);
  });
  return `${origin}/v1`;
}

export const patient: WaitingTimes = {
  ...onLocalRun,
  ...{ pollMs: 20, keyMs: patienceMs, reportMs: patienceMs, logMs: patienceMs },
  ...{ queueMs: 2000, scheduleMs: 3000 },
};

export async function contextOf(given: Partial<StepOptions> & { baseUrl?: string } = {}) {
  const { baseUrl, ...options } = given;
  const found = await localDeployment(dataFolder);
  return new StepContext({
    deployment: {
      ...found,
      ...(baseUrl && { baseUrl, doorsUrl: baseUrl.replace(/v1$/, 'doors') }),
    },
    ports: { ...operatorOf(), randomBytes, dashboard: null },
    waits: patient,
    send,
    to: undefined,
    slow: false,
    buckets: [],
    objects: (bucket) => objectsOf(found, bucket),
    senders: async () => ['selftest@example.com'],
    log: async () => localLog(`${dataFolder}/logs`),
    monitor: null,
    scratch: null,
    progress: () => {},
    recorder: null,
    signal: new AbortController().signal,
    ...options,
  });
}

export async function found(
  step: SelftestStep,
  given: Parameters<typeof contextOf>[0] = {},
): Promise<Finding> {
  const context = await contextOf(given);
  try {
    return await step.run(context);
  } finally {
    await cleanUp(context.ports, context.accounts, { reportMs: 5000, pollMs: 50 });
  }
}

export async function foundOf(
  lie: Lie,
  step: SelftestStep,
  given: Parameters<typeof contextOf>[0] = {},
): Promise<Finding> {
  return found(step, { ...given, baseUrl: await lyingRun(lie) });
}
