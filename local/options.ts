import { Command, InvalidArgumentError } from 'commander';
import { swallowedOptions } from '../cli/terminal/swallowed-options.ts';
import { callerPath, dataFolder } from '../lib/project.ts';
import { startProgram } from '../shared/command.ts';
import { parseMailbox } from '../shared/message/mailbox.ts';
import type { Upstream } from './dns/forward.ts';
import { readHostPort } from './dns/upstream.ts';
import type { PortChoice } from './loopback/listen.ts';

/** The options of `npm start`. */
export interface LocalOptions {
  /** 0 is any free port. */
  port: number;
  dashboardPort: PortChoice;
  /** The port of the mails' page and of SES. */
  inboxPort: PortChoice;
  /** The data folder. */
  data: string;
  /** Whether to delete first what earlier runs wrote into the data folder. */
  fresh: boolean;
  /** The most environments of one function at a time. */
  environments: number;
  /** Whether to imitate SES's sandbox, and API Gateway's delay for new keys. */
  strict: boolean;
  /** In strict runs: addresses and domains that are verified besides the settings' senders. */
  verified: readonly string[];
  /** Another SES, instead of the one with the inbox page. */
  sesEndpoint?: string | undefined;
  /** Another DynamoDB, instead of the one in the data folder. */
  dynamodbEndpoint?: string | undefined;
  /** A DNS server to ask instead of the machine's own. */
  dns?: Upstream | undefined;
  /** Where the page's users sign in; undefined: without sign-in. */
  oidc?: { issuer: string; clientId: string } | undefined;
}

/**
 * Environments of one function at a time: two, so that a slow invocation does not block the others. Each further
 * environment takes 25 MB and makes no invocation faster.
 */
export const defaultEnvironments = 2;

const defaultDashboardPort = 3001;
const defaultInboxPort = 3002;
const defaultOidcClient = 'local';

/** The options as Commander parses them. */
interface Given
  extends Omit<LocalOptions, 'data' | 'dashboardPort' | 'inboxPort' | 'oidc' | 'verified'> {
  data?: string;
  dashboardPort?: number;
  inboxPort?: number;
  verified?: string[];
  oidcIssuer?: string;
  oidcClient?: string;
}

/** Reads the command line. Wrong usage throws a `CommanderError`; so does `--help`, with exit code 0. */
export function readOptions(argv: readonly string[]): LocalOptions {
  const command = new Command(startProgram)
    .description(
      'Runs the whole service on this machine: what would be deployed, not a mock of it.',
    )
    .option('--port <port>', 'port of the service, 0 for any free one', integer(0, 65_535), 3000)
    .option(
      '--dashboard-port <port>',
      `port of the dashboard, 0 for any free one (default: ${defaultDashboardPort} if it is free, with --port 0 any)`,
      integer(0, 65_535),
    )
    .option(
      '--inbox-port <port>',
      `port of the inbox, 0 for any free one (default: ${defaultInboxPort} if it is free, with --port 0 any)`,
      integer(0, 65_535),
    )
    .option(
      '--data <folder>',
      'folder for tables, keys and logs (default: the one that POSTRIDER_DATA names, else .local in the project)',
    )
    .option('--fresh', 'first delete what earlier runs wrote into the data folder', false)
    .option(
      '--strict',
      "behave like a new AWS account: SES's sandbox accepts mails to verified addresses only, 1 a second and 200 in 24 hours, and the keys of a new account work only after some seconds",
      false,
    )
    .option(
      '--verified <address>',
      'with --strict: treat this address or domain as verified, like the senders in the settings; repeatable; if the settings name no sender, flows may send from it',
      identity,
    )
    .option('--ses-endpoint <url>', 'send mail through this SES-compatible server', url)
    .option('--dynamodb-endpoint <url>', 'keep the tables in this DynamoDB-compatible server', url)
    .option('--dns <host:port>', "ask this DNS server instead of the machine's own", upstream)
    .option('--oidc-issuer <url>', 'users of the dashboard sign in at this OIDC issuer', url)
    .option(
      '--oidc-client <id>',
      `the dashboard's client id at that issuer (default: ${defaultOidcClient})`,
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
    .addHelpText(
      'after',
      `\nExample:\n  ${startProgram} --port 4000 --data /tmp/postrider --fresh`,
    );
  const swallowed = swallowedOptions(command.options, argv);
  if (swallowed !== null) command.error(`error: ${swallowed}`);
  command.parse(argv, { from: 'user' });
  const { oidcIssuer: issuer, oidcClient: clientId, ...options } = command.opts<Given>();
  if (clientId !== undefined && issuer === undefined) {
    command.error("error: option '--oidc-client <id>' needs '--oidc-issuer <url>'");
  }
  if (options.verified && !options.strict) {
    command.error("error: option '--verified <address>' needs '--strict'");
  }
  if (options.strict && options.sesEndpoint !== undefined) {
    command.error(
      "error: option '--strict' cannot be used with option '--ses-endpoint <url>': it imitates SES on this machine",
    );
  }
  return {
    ...options,
    // An empty variable counts as unset, as in the CLI.
    data: options.data ? callerPath(options.data) : dataFolder(),
    verified: options.verified ?? [],
    ...portsOf(options, issuer !== undefined),
    ...(issuer !== undefined && { oidc: { issuer, clientId: clientId ?? defaultOidcClient } }),
  };
}

/**
 * Parallel runs need only a `--port` each: the other two servers move to a free port unless an option sets theirs. With
 * an issuer the dashboard's port is fixed, because the issuer knows it.
 */
function portsOf(
  { port, dashboardPort, inboxPort }: Given,
  signsIn: boolean,
): Pick<LocalOptions, 'dashboardPort' | 'inboxPort'> {
  const choose = (asked: number | undefined, usual: number, option: string, mayMove: boolean) => ({
    port: asked ?? (port === 0 ? 0 : usual),
    option,
    givesWay: asked === undefined && mayMove,
  });
  // The inbox starts first, and must not take the port that the user set for the dashboard.
  const usualInbox = dashboardPort === defaultInboxPort ? 0 : defaultInboxPort;
  return {
    dashboardPort: choose(dashboardPort, defaultDashboardPort, '--dashboard-port', !signsIn),
    inboxPort: choose(inboxPort, usualInbox, '--inbox-port', true),
  };
}

function identity(text: string, before: readonly string[] = []): string[] {
  const isOne = parseMailbox(text.includes('@') ? text : `someone@${text}`);
  if (isOne.ok && isOne.mailbox.name === undefined) return [...before, text];
  throw new InvalidArgumentError(
    'It must be an address or a domain, like hello@example.com or example.com.',
  );
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
