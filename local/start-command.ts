import { Command, InvalidArgumentError, Option } from 'commander';
import { collect } from '../cli/terminal/options.ts';
import { startProgram } from '../shared/command.ts';
import { parseMailbox } from '../shared/message/mailbox.ts';
import { roles } from '../shared/people/roles.ts';
import type { Upstream } from './dns/forward.ts';
import { readHostPort } from './dns/upstream.ts';

/** Environments of one function: two, so that a slow invocation blocks no other. Each takes 25 MB. */
export const defaultEnvironments = 2;

export const defaultOidcClient = 'local';

/** Adds `start` to the CLI's help and completion. It is dispatched before the CLI is loaded. */
export function addStartCommand(program: Command): void {
  const start = startCommand()
    .name('start')
    .copyInheritedSettings(program)
    .action((_: object, command: Command) => {
      command.error('error: start must be the first word: write its options after it');
    });
  program.addCommand(start);
}

export function startCommand(): Command {
  return new Command(startProgram)
    .summary('run the whole service on this machine')
    .description(
      'Runs the whole service on this machine: what would be deployed, not a mock of it.',
    )
    .option('--port <port>', 'port of the service, 0 for any free one', integer(0, 65_535), 3000)
    .option(
      '--dashboard-port <port>',
      'port of the dashboard, 0 for any free one (default: the one after --port if it is free, with --port 0 any)',
      integer(0, 65_535),
    )
    .option(
      '--inbox-port <port>',
      'port of the inbox, 0 for any free one (default: the second after --port if it is free, with --port 0 any)',
      integer(0, 65_535),
    )
    .option(
      '--smtp-port <port>',
      'port that takes mails by SMTP, 0 for any free one (default: 2525 if it is free, with --port 0 any)',
      integer(0, 65_535),
    )
    .option(
      '--data <folder>',
      'folder for tables, keys and logs (default: the one that POSTRIDER_DATA names, else .local in the project)',
    )
    .option('--fresh', 'first delete what earlier runs wrote into the data folder', false)
    .option(
      '--demo-data',
      'fill the demo account of a new data folder with 62 templates, 60 days of mails, keys and webhooks of an invented shop; a later start keeps them',
      false,
    )
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
    .option('--tenants', 'make each account a tenant of SES, whatever the settings say', false)
    .addOption(
      new Option(
        '--pause-account <id>',
        'with --tenants: SES has paused this account; repeatable',
      ).argParser(collect),
    )
    .option(
      '--fast-forward <span>',
      'send scheduled mails this much earlier, such as 90m, 24h or 30d',
      span,
      0,
    )
    .option(
      '--replies <domain>',
      'receive replies at this domain, whatever the settings say, such as reply.example.com',
      domain,
    )
    .option('--ses-endpoint <url>', 'send mail through this SES-compatible server', url)
    .option('--dynamodb-endpoint <url>', 'keep the tables in this DynamoDB-compatible server', url)
    .option('--dns <host:port>', "ask this DNS server instead of the machine's own", upstream)
    .addOption(
      new Option(
        '--as <role>',
        `what the dashboard lets everyone do: ${roles.join(', ')}; repeatable (default: admin)`,
      ).argParser(collect),
    )
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
}

const spanUnits: Readonly<Record<string, number>> = {
  s: 1000,
  m: 60_000,
  h: 60 * 60_000,
  d: 24 * 60 * 60_000,
};

function span(text: string): number {
  const [, count = '', unit = ''] = /^(\d{1,6})([smhd])$/.exec(text) ?? [];
  const ms = Number(count) * (spanUnits[unit] ?? 0);
  if (ms > 0) return ms;
  throw new InvalidArgumentError('It must be a span of time, such as 90m, 24h or 30d.');
}

function identity(text: string, before: readonly string[] = []): string[] {
  const isOne = parseMailbox(text.includes('@') ? text : `someone@${text}`);
  if (isOne.ok && isOne.mailbox.name === undefined) return [...before, text];
  throw new InvalidArgumentError(
    'It must be an address or a domain, like hello@example.com or example.com.',
  );
}

function domain(text: string): string {
  if (parseMailbox(`someone@${text}`).ok && text === text.toLowerCase()) return text;
  throw new InvalidArgumentError('It must be a domain in lower case, like reply.example.com.');
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
