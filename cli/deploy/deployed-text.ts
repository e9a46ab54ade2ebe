import { firstAddress } from '../operate/flow-sender.ts';
import { program } from '../terminal/options.ts';
import { fields, type Result } from '../terminal/result.ts';
import type { Deployed } from './deploy.ts';
import type { Stopped } from './work.ts';

/** Where the deployment is, and what to do next. */
export function deployedResult(deployed: Deployed): Result {
  const { stack, place, changed, plan, accountId, key, welcome, senders } = deployed;
  const { dnsRecords, accountLimits } = deployed;
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
      accountId,
      key,
      welcome,
    },
    text: [
      `postrider is deployed${changed ? '' : ', and was so already'}.`,
      whereText(deployed),
      ...recordsText(dnsRecords),
      ...limitsText(accountLimits),
      nextText(deployed),
    ].join('\n\n'),
  };
}

/** What would have been done. */
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
    [
      'Dashboard',
      'none' in signIn ? 'none: the settings have it switched off' : signIn.dashboardUrl,
    ],
    ['Stack', `${stack} in ${place.region} of account ${place.account}`],
    ...(accountId ? [['Account', accountId] as const] : []),
    ...(key ? [['API key', `${key.secret}  (shown this once: keep it now)`] as const] : []),
    ...(sent.length > 0
      ? sent
      : [['Sender', `none yet: ${program} deploy --sender hello@your-domain.example`] as const]),
  ]);
}

/** Without its records a sender is not verified, and a name leads nowhere. */
function recordsText(records: readonly string[]): string[] {
  if (records.length === 0) return [];
  return [['DNS records to make:', ...records.map((record) => `  ${record}`)].join('\n')];
}

/** They surprise the owner of a new account, and doctor has the request that lifts each. */
function limitsText(limits: readonly string[]): string[] {
  if (limits.length === 0) return [];
  const lines = limits.map((limit) => `  ${limit}`);
  return [['AWS still limits this account, and doctor has the way on:', ...lines].join('\n')];
}

function nextText({ deployment, key, senders, stack, place }: Deployed): string {
  const from = firstAddress(senders.map(({ identity }) => identity));
  const on = `--stack ${stack} --region ${place.region}`;
  const dashboard =
    'none' in deployment.signIn
      ? []
      : [`To let somebody into the dashboard:\n  ${program} user invite you@example.com ${on}`];
  const curl = [
    `curl -sS ${deployment.baseUrl}/execute \\`,
    `  -H 'Authorization: Bearer ${key?.secret ?? 'pr_…'}' -H 'Content-Type: application/json' \\`,
    `  -d '${JSON.stringify({ templateId: 'welcome', variables: { name: 'Ada' }, _to: from })}'`,
  ].join('\n');
  const waits = senders.some(({ status }) => status !== 'verified');
  const send = from
    ? [
        `${waits ? 'As soon as the sender is verified, the first mail' : 'The first mail'} (a new AWS account may mail verified addresses alone):\n${curl}`,
      ]
    : [];
  return [...send, ...dashboard, `What is not as it should be:\n  ${program} doctor ${on}`].join(
    '\n\n',
  );
}
