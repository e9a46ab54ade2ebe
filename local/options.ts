import type { Command } from 'commander';
import { swallowedOptions } from '../cli/terminal/swallowed-options.ts';
import { callerPath, dataFolder } from '../lib/project.ts';
import { type Role, roles, rolesGiven } from '../shared/people/roles.ts';
import type { Upstream } from './dns/forward.ts';
import type { PortChoice } from './loopback/listen.ts';
import { defaultOidcClient, startCommand } from './start-command.ts';

export interface LocalOptions {
  /** 0 is any free port. */
  port: number;
  dashboardPort: PortChoice;
  /** The port of the mails' page and of SES. */
  inboxPort: PortChoice;
  smtpPort: PortChoice;
  data: string;
  /** Whether to delete first what earlier runs wrote into the data folder. */
  fresh: boolean;
  /** Whether to fill a new demo account with the data of an invented shop. */
  demoData: boolean;
  /** The most environments of one function at a time. */
  environments: number;
  /** Whether to imitate SES's sandbox, and API Gateway's delay for new keys. */
  strict: boolean;
  /** In strict runs: addresses and domains that are verified besides the settings' senders. */
  verified: readonly string[];
  /** Whether each account is a tenant of SES, whatever the settings say. */
  tenants: boolean;
  /** With `tenants`: the accounts that SES has paused. */
  pauseAccount: readonly string[];
  /** How far the clock for scheduled messages is ahead of the real time, in milliseconds. */
  fastForward: number;
  /** The domain that receives replies, whatever the settings say. */
  replies?: string | undefined;
  /** Another SES, instead of the one with the inbox page. */
  sesEndpoint?: string | undefined;
  /** Another DynamoDB, instead of the one in the data folder. */
  dynamodbEndpoint?: string | undefined;
  /** A DNS server to ask instead of the machine's own. */
  dns?: Upstream | undefined;
  /** Where the page's users sign in; undefined without sign-in. */
  oidc?: { issuer: string; clientId: string } | undefined;
  /** What everyone may do without sign-in; undefined: everything. */
  as?: readonly Role[] | undefined;
}

interface Given
  extends Omit<
    LocalOptions,
    | 'data'
    | 'dashboardPort'
    | 'inboxPort'
    | 'smtpPort'
    | 'oidc'
    | 'verified'
    | 'as'
    | 'pauseAccount'
  > {
  data?: string;
  dashboardPort?: number;
  inboxPort?: number;
  smtpPort?: number;
  verified?: string[];
  pauseAccount?: string[];
  as?: string[];
  oidcIssuer?: string;
  oidcClient?: string;
}

/** Reads the command line. Wrong usage throws a `CommanderError`; so does `--help`, with exit code 0. */
export function readOptions(argv: readonly string[]): LocalOptions {
  const command = startCommand();
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
  if (options.pauseAccount && !options.tenants) {
    command.error("error: option '--pause-account <id>' needs option '--tenants'");
  }
  refuseWithOtherSes(options, command);
  const as = rolesGiven(options.as ?? []);
  if (as === null) {
    return command.error(`error: option '--as <role>' must be one of ${roles.join(', ')}`);
  }
  if (options.as && issuer !== undefined) {
    command.error(
      "error: option '--as <role>' cannot be used with option '--oidc-issuer <url>': roles come from user invite",
    );
  }
  return {
    ...options,
    as: options.as && as,
    // An empty variable counts as unset, as in the CLI.
    data: options.data ? callerPath(options.data) : dataFolder(),
    verified: options.verified ?? [],
    pauseAccount: options.pauseAccount ?? [],
    ...portsOf(options, issuer !== undefined),
    ...(issuer !== undefined && { oidc: { issuer, clientId: clientId ?? defaultOidcClient } }),
  };
}

/** Options that imitate SES on this machine. */
function refuseWithOtherSes({ sesEndpoint, strict, pauseAccount }: Given, command: Command): void {
  const imitates = strict ? '--strict' : pauseAccount && '--pause-account <id>';
  if (sesEndpoint === undefined || !imitates) return;
  command.error(
    `error: option '${imitates}' cannot be used with option '--ses-endpoint <url>': it imitates SES on this machine`,
  );
}

/**
 * Parallel runs need only a `--port` each: the dashboard and the inbox have the two ports after it, or free ones. With
 * an issuer, the dashboard's port is fixed, because the issuer knows it.
 */
function portsOf(
  { port, dashboardPort, inboxPort, smtpPort }: Given,
  signsIn: boolean,
): Pick<LocalOptions, 'dashboardPort' | 'inboxPort' | 'smtpPort'> {
  const choose = (asked: number | undefined, usual: number, option: string, mayMove: boolean) => ({
    port: asked ?? (port === 0 || usual > 65_535 ? 0 : usual),
    option,
    givesWay: asked === undefined && mayMove,
  });
  // The inbox starts first, and must not take the port that the user set for the dashboard.
  const usualInbox = dashboardPort === port + 2 ? 0 : port + 2;
  return {
    dashboardPort: choose(dashboardPort, port + 1, '--dashboard-port', !signsIn),
    inboxPort: choose(inboxPort, usualInbox, '--inbox-port', true),
    smtpPort: choose(smtpPort, 2525, '--smtp-port', true),
  };
}
