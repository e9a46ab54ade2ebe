import { availableParallelism } from 'node:os';
import { Command, InvalidArgumentError, Option } from 'commander';
import type { Upstream } from './dns/forward.ts';
import { readHostPort } from './dns/upstream.ts';

/** What `npm start` can be told. */
export interface LocalOptions {
  /** 0 is any free one. */
  port: number;
  /** The page's; 0 is any free one. */
  dashboardPort: number;
  /** The data folder. */
  data: string;
  /** Deletes what earlier runs made in the data folder. */
  fresh: boolean;
  /** The most environments of one function at a time. */
  environments: number;
  /** Another SES than the one with the inbox page. */
  sesEndpoint?: string | undefined;
  /** Another DynamoDB than the one in the data folder. */
  dynamodbEndpoint?: string | undefined;
  /** Another DNS server behind the demo's domain than the machine's own. */
  dns?: Upstream | undefined;
  /** Where the page's users sign in; undefined: nobody does. */
  oidc?: { issuer: string; clientId: string } | undefined;
}

/** Environments of one function at a time: more than two a core get slower, not faster. */
export const defaultEnvironments = 2 * availableParallelism();

const defaultData = '.local';
const defaultDashboardPort = 3001;
const defaultOidcClient = 'local';

/** As the command line has it. */
interface Given extends Omit<LocalOptions, 'dashboardPort' | 'oidc'> {
  dashboardPort?: number;
  oidcIssuer?: string;
  oidcClient?: string;
}

/** Reads the command line. Wrong usage throws a `CommanderError`; so does `--help`, with exit code 0. */
export function readOptions(argv: readonly string[]): LocalOptions {
  const command = new Command('npm start --')
    .description(
      'Runs the whole service on this machine: what would be deployed, not a mock of it.',
    )
    .option('--port <port>', 'port of the service, 0 for any free one', integer(0, 65_535), 3000)
    .option(
      '--dashboard-port <port>',
      `port of the dashboard, 0 for any free one (default: ${defaultDashboardPort}, with --port 0 any)`,
      integer(0, 65_535),
    )
    .addOption(
      new Option('--data <folder>', 'folder for tables, keys and logs')
        .env('POSTRIDER_DATA')
        .default(defaultData),
    )
    .option('--fresh', 'first delete what earlier runs made in the data folder', false)
    .option('--ses-endpoint <url>', 'send mail through this SES-compatible server', url)
    .option('--dynamodb-endpoint <url>', 'keep the tables in this DynamoDB-compatible server', url)
    .option('--dns <host:port>', "ask this DNS server instead of the machine's own", upstream)
    .option('--oidc-issuer <url>', 'users of the dashboard sign in at this OIDC issuer', url)
    .option(
      '--oidc-client <id>',
      `what the dashboard is called there (default: ${defaultOidcClient})`,
    )
    .option(
      '--environments <number>',
      'environments of one function at a time',
      integer(1, 1000),
      defaultEnvironments,
    )
    .allowExcessArguments(false)
    .showSuggestionAfterError(true)
    .exitOverride()
    .addHelpText('after', '\nExample:\n  npm start -- --port 4000 --data /tmp/postrider --fresh');
  command.parse(argv, { from: 'user' });
  const { oidcIssuer: issuer, oidcClient: clientId, ...options } = command.opts<Given>();
  if (clientId !== undefined && issuer === undefined) {
    command.error("error: option '--oidc-client <id>' needs '--oidc-issuer <url>'");
  }
  return {
    ...options,
    // An empty variable is none, as the CLI reads it.
    data: options.data || defaultData,
    dashboardPort: options.dashboardPort ?? (options.port === 0 ? 0 : defaultDashboardPort),
    ...(issuer !== undefined && { oidc: { issuer, clientId: clientId ?? defaultOidcClient } }),
  };
}

function integer(min: number, max: number): (text: string) => number {
  return (text) => {
    const value = /^\d+$/.test(text) ? Number(text) : Number.NaN;
    if (value >= min && value <= max) return value;
    throw new InvalidArgumentError(`It must be a whole number from ${min} to ${max}.`);
  };
}

function url(text: string): string {
  const parsed = URL.parse(text);
  if (parsed?.protocol === 'http:' || parsed?.protocol === 'https:') return text;
  throw new InvalidArgumentError('It must be an address like http://127.0.0.1:8000.');
}

function upstream(text: string): Upstream {
  const parsed = readHostPort(text);
  if (parsed) return parsed;
  throw new InvalidArgumentError('It must be a host and a port, like 127.0.0.1:53.');
}
