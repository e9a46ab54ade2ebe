import type { ManageEvent } from '../../../functions/manage/request.ts';
import { createAccount } from '../../../shared/manage/accounts.ts';
import { type DnsServer, mx, startDnsServer } from '../../dns-server.ts';
import { tableNames } from '../../dynalite.ts';
import { stoppedAtEnd } from '../../end-of-file.ts';
import { freshImport } from '../../fresh-import.ts';
import { beforeEach, expect } from '../../jest.ts';
import { planIds, startDeployment, type TestDeployment } from '../../management.ts';
import { catchPrinted } from '../../printed-lines.ts';
import { type SesStub, startSesStub } from '../../ses-stub.ts';

/** An answer as the page gets it, with its body parsed, if it has one. */
export interface Answer {
  status: number;
  headers: Record<string, string>;
  body: unknown;
}

/** The header that expects what an answer has shown. */
export const tagOf = ({ headers }: Answer) => ({ 'If-Match': headers.etag ?? '' });

/** The parts of a request besides its method and path. */
export interface Asking {
  body?: unknown;
  headers?: Record<string, string>;
  query?: Record<string, string>;
  /** Default: the account of the test. */
  authorizer?: ManageEvent['requestContext']['authorizer'];
}

export type Ask = (method: string, path: string, asking?: Asking) => Promise<Answer>;

export interface Dashboard extends TestDeployment {
  ses: SesStub;
  dns: DnsServer;
  /** Creates an account, and returns a function that sends requests for it. */
  accountDoor: () => Promise<{ accountId: string; ask: Ask }>;
  /** Calls the handler with an event. `leftMs`: the handler's remaining time. Default: 15,000. */
  handle: (event: ManageEvent, leftMs?: number) => Promise<Answer>;
  /** The lines that the handler logged since the last call, the newest last. */
  log: () => Record<string, unknown>[];
}

/** The senders in the function's settings. */
export const senders = 'example.com,zoe@example.org,failed.example,absent.example';

/** Starts the handler of the dashboard's API, with real tables and stubs of API Gateway and SES. */
export async function startDashboard(settings: Record<string, string> = {}): Promise<Dashboard> {
  const deployment = await startDeployment();
  const ses = await startSesStub();
  const { stop: stopDns, ...dns } = await startDnsServer(({ name, type }) =>
    name === 'example.net' && type === 'MX'
      ? { answers: [mx(name, 'mail.example.net')] }
      : name === 'silent.example'
        ? { rcode: 'SERVFAIL' }
        : { rcode: 'NXDOMAIN' },
  );
  Object.assign(process.env, variables(deployment, ses, dns), settings);
  // A handler reads its variables when it is loaded: each test file loads its own.
  const { handler } = await freshImport<typeof import('../../../functions/manage/handler.ts')>(
    new URL('../../../functions/manage/handler.ts', import.meta.url),
  );
  const printed = catchPrinted();
  const handle: Dashboard['handle'] = async (event, leftMs = 15_000) => {
    const { statusCode, headers, body } = await handler(event, {
      getRemainingTimeInMillis: () => leftMs,
    });
    return { status: statusCode, headers, body: body === '' ? undefined : JSON.parse(body) };
  };
  return stoppedAtEnd({
    ...deployment,
    ses,
    dns,
    log: () => printed.lines.splice(0).map((line) => JSON.parse(line)),
    handle,
    accountDoor: async () => {
      const { accountId } = await createAccount(deployment.ports, { name: 'Acme', plan: 'team' });
      const ask: Ask = (method, path, asking = {}) =>
        handle(eventOf(method, path, { authorizer: { accountId }, ...asking }));
      return { accountId, ask };
    },
    stop: async () => {
      printed.restore();
      await Promise.all([stopDns(), ses.stop(), deployment.stop()]);
    },
  });
}

export let dashboard: Dashboard;
/** A separate account for each test, and the function that sends requests for it. */
export let accountId: string;
export let ask: Ask;

/** Starts the handler for the tests of a file, and a new account for each of them. */
export async function startDashboardForFile(settings: Record<string, string> = {}): Promise<void> {
  dashboard = await startDashboard(settings);
  beforeEach(async () => {
    ({ accountId, ask } = await dashboard.accountDoor());
  });
}

/** A request as API Gateway passes it on, with the body in base64. */
export function eventOf(method: string, path: string, asking: Asking = {}): ManageEvent {
  const { body, headers = {}, query = null, authorizer = null } = asking;
  const bytes = Buffer.from(typeof body === 'string' ? body : JSON.stringify(body ?? ''));
  const type = body === undefined ? {} : { 'Content-Type': 'application/json' };
  return {
    httpMethod: method,
    path: `/manage/v1${path}`,
    headers: { ...type, ...headers },
    queryStringParameters: query,
    body: body === undefined ? null : bytes.toString('base64'),
    isBase64Encoded: body !== undefined,
    requestContext: { extendedRequestId: 'r-1', authorizer },
  };
}

function variables({ tables, gateway }: TestDeployment, ses: SesStub, dns: DnsServer) {
  return {
    AWS_REGION: 'us-east-1',
    AWS_ACCESS_KEY_ID: 'test',
    AWS_SECRET_ACCESS_KEY: 'test',
    AWS_ENDPOINT_URL_DYNAMODB: tables.endpoint,
    AWS_ENDPOINT_URL_SESV2: ses.url,
    AWS_ENDPOINT_URL_API_GATEWAY: gateway.endpoint,
    USERS_TABLE: tableNames.users,
    ACCOUNTS_TABLE: tableNames.accounts,
    KEYS_TABLE: tableNames.keys,
    TEMPLATES_TABLE: tableNames.templates,
    MESSAGES_TABLE: tableNames.messages,
    TRAIL_TABLE: tableNames.trail,
    TRAIL_DAYS: '400',
    MESSAGE_RETENTION_DAYS: '30',
    SENDERS: senders,
    CONFIGURATION_SET: 'set',
    DNS_SERVERS: dns.address,
    BASE_URL: 'https://api.example.com/v1',
    LOG_GROUPS: 'render,execute',
    LOG_RETENTION_DAYS: '30',
    USAGE_PLAN_FREE: planIds.free,
    USAGE_PLAN_PRO: planIds.pro,
    USAGE_PLAN_TEAM: planIds.team,
  };
}

const common = { 'x-request-id': 'r-1', 'cache-control': 'no-store' };

/** A whole answer with JSON. */
export function ok(body: unknown, headers: Record<string, string> = {}, status = 200): Answer {
  return { status, headers: { 'content-type': 'application/json', ...common, ...headers }, body };
}

/** A whole problem, by its code; `more` has further headers and fields. */
export function problem(
  status: number,
  code: string,
  title: string,
  more: { headers?: Record<string, string>; [name: string]: unknown } = {},
): Answer {
  const { headers = {}, ...members } = more;
  return {
    status,
    headers: { 'content-type': 'application/problem+json', ...common, ...headers },
    body: { type: 'about:blank', code, title, status, requestId: 'r-1', errors: [], ...members },
  };
}

/** The problem `invalid` with these errors. */
export const invalid = (...errors: object[]) =>
  problem(400, 'invalid', 'The request is invalid', { errors });

export const notFound = problem(404, 'not_found', 'Not found');

export const stale = (revision: number) =>
  problem(412, 'stale', 'Someone else changed it', { revision });

export const anyTime = expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/);
