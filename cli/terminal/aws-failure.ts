import {
  type AwsFault,
  type AwsFaultKind,
  awsFault,
  faultReason,
} from '../../shared/adapters/aws-fault.ts';
import { program, startCommand } from '../../shared/command.ts';

/** A failed call to AWS as one sentence that says what to do; null for another error. */
export function awsSentence(thrown: unknown): string | null {
  const fault = awsFault(thrown);
  if (fault.kind === 'other') return null;
  const { reason, detail = fault.kind === 'denied' ? fault.message : undefined } =
    faultReason(fault);
  const sentence =
    fault.kind === 'missing'
      ? missingSentence(fault)
      : `${openings[fault.kind] ?? reason}: ${fixFor(fault, fault.kind)}`;
  return detail ? `${sentence} (${detail})` : sentence;
}

/** These openings do not name AWS, because the command may have called the local run. */
const openings: Partial<Record<AwsFaultKind, string>> = {
  'no answer': 'The deployment does not answer',
  'no such host': 'The deployment does not answer',
};

function fixFor({ message }: AwsFault, kind: keyof typeof fixes): string {
  const isMailLimit = kind === 'limit' && /email limit/i.test(message);
  return isMailLimit ? 'run the command again tomorrow' : fixes[kind];
}

const checkNetwork = 'check that it runs and that the network reaches it';

/** What to do about each kind. */
const fixes: Record<Exclude<AwsFaultKind, 'other' | 'missing'>, string> = {
  'no credentials': 'sign in (aws sso login), or set AWS_PROFILE',
  expired: 'sign in again (aws sso login), then run the command again',
  'unknown credentials':
    'check AWS_PROFILE and AWS_ACCESS_KEY_ID, and that the AWS account has enabled the region',
  clock: 'set the clock (sudo timedatectl set-ntp true; on macOS sudo sntp -sS time.apple.com)',
  'no region': 'name it with --region, or in AWS_REGION',
  denied: 'give these credentials the permission',
  'not activated':
    'complete its sign-up at https://portal.aws.amazon.com/billing/signup, then wait up to 24 hours',
  throttled: 'try again in a minute',
  limit: 'ask for more at https://console.aws.amazon.com/servicequotas/home',
  undelivered: 'check the address, then run the command again',
  'no answer': checkNetwork,
  'no such host': checkNetwork,
  untrusted:
    "if it is your company's proxy, save its root certificate in a file, and name that file in NODE_EXTRA_CA_CERTS",
  'not AWS':
    "if it is your company's proxy, let this machine reach *.amazonaws.com; check AWS_ENDPOINT_URL if it is set",
  'AWS failed': 'try again in a minute, or look at https://health.aws.amazon.com/health/status',
};

const doctor = `run ${program} doctor`;

/** The service that reports the error shows which kind of resource does not exist. */
function missingSentence({ service = '' }: AwsFault): string {
  return missing[service] ?? `AWS does not know a resource that the command names: ${doctor}`;
}

const missing: Record<string, string> = {
  DynamoDB: `A table of this deployment does not exist: restore it as in docs/runbook.md, "A lost table"; start a local run again with ${startCommand}`,
  CloudWatchLogs:
    'A log group of this deployment does not exist: create it again with aws logs create-log-group; its name is in the stack output LogGroups',
  CognitoIdentityProvider:
    'The user pool of this deployment does not exist: set "dashboard": false in postrider.json and deploy, set it to true and deploy again, then invite the users again',
  Lambda:
    'A function of this deployment does not exist: remove the stack with destroy, which keeps the tables, and deploy it again; the base address changes',
  APIGateway: `API Gateway has no such API key or usage plan: ${doctor}`,
};
