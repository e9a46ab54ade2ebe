import { program } from '../../../shared/command.ts';
import { firstAddress } from '../../folders/flow-sender.ts';
import { fields, type Result } from '../../terminal/result.ts';
import type { Deployed } from './deploy.ts';
import type { Stopped } from './work.ts';

/** The result of `deploy`: the deployment's addresses, and what the person can do next. */
export function deployedResult(deployed: Deployed): Result {
  const { stack, place, changed, plan, accountId, key, welcome, senders } = deployed;
  const { dnsRecords, accountLimits, requeued } = deployed;
  const { baseUrl, signIn } = deployed.deployment;
  return {
    json: {
      stack,
      region: place.region,
      awsAccount: place.account,
      changed,
      plan,
      baseUrl,
      dashboardUrl: 'none' in signIn ? null : signIn.dashboardUrl,
      senders,
      dnsRecords,
      accountLimits,
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
      ...limitsText(accountLimits),
      nextText(deployed),
    ].join('\n\n'),
  };
}

/** The result of a `deploy` that stopped before it changed anything. */
export function stoppedResult({ stopped, plan }: Stopped): Result {
  const text =
    stopped === 'dry run' ? 'Nothing was changed: this was a dry run.' : 'Nothing was changed.';
  return { json: { changed: false, plan }, text, exitCode: stopped === 'dry run' ? 0 : 1 };
}

function whereText({ deployment, accountId, key, senders, stack, place }: Deployed): string {
  const { baseUrl, signIn } = deployment;
  const sent = senders.map(({ identity, status, advice }): [string, string] => [
    'Sender',
    `${identity}, ${status}${advice ? `: ${advice}` : ''}`,
  ]);
  return fields([
    ['Base address', baseUrl],
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

/** The limits of a new AWS account, which its owner may not expect. `doctor` shows how to ask AWS to lift each. */
function limitsText(limits: readonly string[]): string[] {
  if (limits.length === 0) return [];
  const lines = limits.map((limit) => `  ${limit}`);
  return [['AWS still limits this account; doctor says what to do:', ...lines].join('\n')];
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
