import { setTimeout as sleep } from 'node:timers/promises';
import type { Command } from 'commander';
import { program } from '../../../shared/command.ts';
import type { StackPlace } from '../../connection/deployment.ts';
import { environmentTarget } from '../../connection/environment.ts';
import { checkUsage, type GlobalOptions, withTerminal } from '../../connection/session.ts';
import { firstAddress } from '../../folders/flow-sender.ts';
import { subcommand } from '../../terminal/options.ts';
import { fields, type Result } from '../../terminal/result.ts';
import { cdkCli } from './cdk.ts';
import { type Deployed, deploy } from './deploy.ts';
import { type DestroyOptions, destroy } from './destroy.ts';
import { destroyedResult } from './leftovers.ts';
import type { DeployOptions, Stopped } from './work.ts';

/** Between two calls. CloudFormation answers about ten calls a second for the whole AWS account. */
const pauseMs = 3000;

const wait = (signal?: AbortSignal) => sleep(pauseMs, undefined, { ...(signal && { signal }) });

export function addDeployCommand(program: Command): void {
  subcommand(program, 'deploy', {
    about: 'deploy into your AWS account, or update what is deployed',
    example: 'deploy --environment staging --sender hello@example.com',
  })
    .option(
      '--sender <address>',
      'an address or a domain to send from; saved in postrider.json once you agree',
    )
    .option('--yes', 'do not ask, unless data would be lost', false)
    .option('--dry-run', 'show what would change, and stop', false)
    .option('--replace-data', 'continue if tables in use would be replaced by empty ones', false)
    .action((_: object, command: Command) => {
      const options: DeployOptions & GlobalOptions = command.optsWithGlobals();
      if (options.stack !== undefined) {
        command.error(
          'error: deploy does not accept --stack: set stackName in postrider.json, or name an --environment',
        );
      }
      return withTerminal(command, async (dialog) => {
        const outcome = await deploy(options, { cdk: cdkCli(), dialog, wait });
        if (!('stopped' in outcome)) return deployedResult(outcome);
        if (outcome.stopped !== 'unasked') return stoppedResult(outcome);
        return command.error('error: cannot ask without a terminal: add --yes to deploy this');
      });
    });
}

export function addDestroyCommand(program: Command): void {
  subcommand(program, 'destroy', {
    about: 'remove a deployment from AWS; without --delete-data tables and users are kept',
    example: 'destroy --environment staging',
  })
    .option('--yes', 'do not ask', false)
    .option('--delete-data', 'also delete the tables and the users permanently', false)
    .option('--confirm <name>', "the stack's name, instead of typing it when asked")
    .action((_: object, command: Command) => {
      const options: Omit<DestroyOptions, 'target'> & GlobalOptions = command.optsWithGlobals();
      const { stack, region, environment, confirm, deleteData } = options;
      // Without --stack and --environment, postrider.json names the stack, and --region is allowed.
      if (stack !== undefined || environment !== undefined) checkUsage(options, command);
      const named: StackPlace = stack === undefined ? environmentTarget(environment) : { stack };
      const target = { ...named, region: region ?? named.region };
      if (confirm !== undefined && confirm !== target.stack) {
        command.error(`error: --confirm names ${confirm}, but the stack is ${target.stack}`);
      }
      return withTerminal(command, async (dialog) => {
        const outcome = await destroy({ ...options, target }, { dialog, wait });
        if (outcome === 'unasked') {
          const how = deleteData ? `--confirm ${target.stack}` : '--yes';
          return command.error(
            `error: cannot ask without a terminal: add ${how} to remove the stack`,
          );
        }
        if (outcome !== 'declined') return destroyedResult(outcome);
        return { json: { removed: 0 }, text: 'Nothing was removed.', exitCode: 1 };
      });
    });
}

export function deployedResult(deployed: Deployed): Result {
  const { stack, place, changed, plan, accountId, key, welcome, senders } = deployed;
  const { dnsRecords, requeued } = deployed;
  const { baseUrl, doorsUrl, signIn } = deployed.deployment;
  return {
    json: {
      stack,
      region: place.region,
      awsAccount: place.account,
      changed,
      plan,
      baseUrl,
      doorsUrl: doorsUrl ?? null,
      dashboardUrl: 'none' in signIn ? null : signIn.dashboardUrl,
      senders,
      dnsRecords,
      requeued,
      accountId,
      key,
      welcome,
    },
    text: [
      changed ? 'postrider is deployed.' : 'postrider is deployed; nothing had to be changed.',
      whereText(deployed),
      ...(requeued > 0
        ? [`Scheduled messages with new wake-ups: ${requeued}. What is overdue is sent now.`]
        : []),
      ...recordsText(dnsRecords),
      nextText(deployed),
    ].join('\n\n'),
  };
}

export function stoppedResult({ stopped, plan }: Stopped): Result {
  const text =
    stopped === 'dry run' ? 'Nothing was changed: this was a dry run.' : 'Nothing was changed.';
  return { json: { changed: false, plan }, text, exitCode: stopped === 'dry run' ? 0 : 1 };
}

function whereText({ deployment, accountId, key, senders, stack, place }: Deployed): string {
  const { baseUrl, doorsUrl, signIn } = deployment;
  const sent = senders.map(({ identity, status, advice }): [string, string] => [
    'Sender',
    `${identity}, ${status}${advice ? `: ${advice}` : ''}`,
  ]);
  return fields([
    ['Base address', baseUrl],
    ...(doorsUrl
      ? [
          ['Resend API', `${doorsUrl}/resend`] as const,
          ['Postmark API', `${doorsUrl}/postmark`] as const,
        ]
      : []),
    ['Dashboard', 'none' in signIn ? 'none: the settings switch it off' : signIn.dashboardUrl],
    ['Stack', `${stack} in ${place.region} of account ${place.account}`],
    ...(accountId ? [['Account', accountId] as const] : []),
    ...(key ? [['API key', `${key.secret}  (shown only this once: store it now)`] as const] : []),
    ...(sent.length > 0
      ? sent
      : [['Sender', `none yet: ${program} deploy --sender hello@your-domain.example`] as const]),
  ]);
}

/** Without its DNS records, SES does not verify a sender, and a domain name does not resolve. */
function recordsText(records: readonly string[]): string[] {
  if (records.length === 0) return [];
  return [['DNS records to create:', ...records.map((record) => `  ${record}`)].join('\n')];
}

function nextText({ deployment, key, senders, stack, place }: Deployed): string {
  const from = firstAddress(senders.map(({ identity }) => identity));
  const on = `--stack ${stack} --region ${place.region}`;
  const dashboard =
    'none' in deployment.signIn
      ? []
      : [`Invite a person to the dashboard:\n  ${program} user invite you@example.com ${on}`];
  const curl = [
    `curl -sS ${deployment.baseUrl}/execute \\`,
    `  -H 'Authorization: Bearer ${key?.secret ?? 'pr_…'}' -H 'Content-Type: application/json' \\`,
    `  -d '${JSON.stringify({ templateId: 'welcome', variables: { name: 'Ada' }, _to: from })}'`,
  ].join('\n');
  const waits = senders.some(({ status }) => status !== 'verified');
  const send = from
    ? [
        `Send the first mail${waits ? ', once the sender is verified' : ''} (a new AWS account may mail only verified addresses):\n${curl}`,
      ]
    : [];
  return [...send, ...dashboard, `Check the deployment:\n  ${program} doctor ${on}`].join('\n\n');
}
