import { startPageServer } from '../../../local/dashboard/dashboard.ts';
import { startPools } from '../../../local/lambda/pools.ts';
import type { LocalOptions } from '../../../local/options.ts';
import { Stops } from '../../../local/stops.ts';
import { atEndOfFile } from '../../end-of-file.ts';
import { temporaryFolder } from '../../temporary-folder.ts';
import { readFixture } from './assembly.ts';
import { type DashboardFixture, dashboard } from './dashboard.ts';

/** The page of a fixture. */
export const files = {
  'index.html': '<!doctype html><title>page</title>',
  'preview.html': '<!doctype html><title>preview</title>',
  'favicon.svg': '<svg/>',
  'assets/index-1.js': 'export {};',
};

export interface RunningPage {
  url: string;
  port: number;
  /** The lines that it would have printed on the terminal. */
  said: string[];
}

export type PageFixture = Partial<DashboardFixture> & {
  oidc?: LocalOptions['oidc'];
  as?: LocalOptions['as'];
  /** Default: any free port. */
  port?: number;
};

/**
 * Starts the page's server on a fixture: the page above, the edge functions of the stack, and an API that answers with
 * the event it got. It is stopped after the test file.
 */
export async function startPage({
  oidc,
  as,
  port = 0,
  ...fixture
}: PageFixture = {}): Promise<RunningPage> {
  const { stack } = readFixture(dashboard({ files, ...fixture }));
  if (!stack.dashboard) throw new Error('The fixture has no dashboard');
  const mine = new Stops();
  atEndOfFile(() => mine.all());
  const said: string[] = [];
  const tell = (line: string) => void said.push(line);
  const unused = 'http://nowhere';
  const endpoints = {
    dynamodb: unused,
    ses: unused,
    dns: unused,
    apiGateway: unused,
    base: unused,
  };
  const folder = { logs: temporaryFolder() };
  const { invoker } = await startPools({ stack, endpoints, folder, environments: 1, tell }, mine);
  const page = await startPageServer(
    stack.dashboard,
    { port, option: '--dashboard-port', givesWay: false },
    mine,
  );
  page.open({ invoker, accountId: 'acc_demo', inboxUrl: 'http://127.0.0.1:1/', oidc, as, tell });
  return { url: page.url, port: Number(new URL(page.url).port), said };
}
