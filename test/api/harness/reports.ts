import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { matches } from '../../../local/events/pattern.ts';
import { Reports } from '../../../local/events/reports.ts';
import { startPools } from '../../../local/lambda/pools.ts';
import { Stops } from '../../../local/stops.ts';
import { readAssembly } from '../../../local/template/assembly.ts';
import { readStack } from '../../../local/template/stack-model.ts';
import { mailTags } from '../../../shared/message/mail-tags.ts';
import { stoppedAtEnd } from '../../end-of-file.ts';
import { until } from '../../patience.ts';
import { temporaryFolder } from '../../temporary-folder.ts';
import type { LocalProcess } from '../run/local-process.ts';

/** Delivers SES's reports into a run, through its stack's rule, its bundled function and its tables. */
export interface ReportsOfTests {
  report: (event: object) => Promise<'applied' | 'dead letter' | 'nobody wants it'>;
  deadLetters: () => unknown[];
  tagsOf: (message: { accountId: string; messageId: string }) => Record<string, string[]>;
}

/** Lets a test choose what SES reports in a run, whatever happened to the mail. */
export async function startReports({
  deployment,
  data,
}: Pick<LocalProcess, 'deployment' | 'data'>): Promise<ReportsOfTests> {
  const stack = readStack(readAssembly(join(data, 'cdk.out')));
  const [configurationSet = ''] = stack.events.published.keys();
  const folder = temporaryFolder();
  const stops = new Stops();
  stoppedAtEnd({ stop: () => stops.all() });
  const { dynamodbEndpoint: dynamodb, sesEndpoint: ses, dnsServer: dns } = deployment;
  const { apiGatewayEndpoint: apiGateway, baseUrl: base } = deployment;
  const endpoints = { dynamodb, ses, dns, apiGateway, base };
  const tell = () => undefined;
  const options = { environments: 2, endpoints, folder: { logs: folder } };
  const pools = await startPools({ ...options, stack, tell }, stops);
  const taken = new Set<unknown>();
  const letters = join(folder, 'dead-letters.jsonl');
  const bus = new Reports({
    routes: stack.events,
    invoker: (arn) => async (event) => {
      const outcome = await pools.invoker(arn)(event);
      if (outcome.kind === 'answer') taken.add(event);
      return outcome;
    },
    ...{ deadLetters: letters, tell, pausesMs: [1, 1] },
  });
  stops.add(bus, (started) => started.stop());
  const deadLetters = () =>
    existsSync(letters) ? readFileSync(letters, 'utf8').trim().split('\n').map(payloadOf) : [];
  return {
    report: async (given) => {
      const text = JSON.stringify(given);
      const event = JSON.parse(text);
      const isWanted = stack.events.rules.some(({ pattern }) => matches(pattern, event));
      if (!isWanted) return 'nobody wants it';
      const isBuried = () => deadLetters().some((letter) => JSON.stringify(letter) === text);
      bus.publish(event);
      await until(() => taken.has(event) || isBuried());
      return taken.has(event) ? 'applied' : 'dead letter';
    },
    deadLetters,
    tagsOf: ({ accountId, messageId }) => ({
      'ses:configuration-set': [configurationSet],
      [mailTags.account]: [accountId],
      [mailTags.message]: [messageId],
    }),
  };
}

const payloadOf = (line: string): unknown => JSON.parse(line).requestPayload;
