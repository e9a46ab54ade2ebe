import { type AwsFault, type AwsFaultKind, awsFault } from '../../shared/adapters/aws-fault.ts';
import { program } from './options.ts';

/** A failed call to AWS as one sentence that says what to do; null for an error of another kind. */
export function awsSentence(thrown: unknown): string | null {
  const fault = awsFault(thrown);
  return fault.kind === 'other' ? null : sentences[fault.kind](fault);
}

type Sentence = (fault: AwsFault) => string;

const noAnswer: Sentence = ({ name, message }) => {
  // The SDK's own words for it are about its insides.
  const reason = name === 'TimeoutError' ? 'there was no answer in time' : message;
  return `The deployment does not answer: check that it runs and that the network reaches it (${reason})`;
};

/** What each kind means, and the way on. */
const sentences: Record<Exclude<AwsFaultKind, 'other'>, Sentence> = {
  'no credentials': ({ message }) => {
    const reason =
      message === 'Could not load credentials from any providers' ? '' : ` (${message})`;
    return `No AWS credentials were found: sign in (aws sso login), or set AWS_PROFILE${reason}`;
  },
  expired: () =>
    'The AWS credentials have expired: sign in again (aws sso login), then run the command again',
  'unknown credentials': ({ message }) =>
    `AWS does not know these credentials: check AWS_PROFILE and AWS_ACCESS_KEY_ID, and that the AWS account has enabled the region (${message})`,
  clock: () =>
    'AWS refuses what this machine signs, because its clock is wrong: set the clock (sudo timedatectl set-ntp true; on macOS sudo sntp -sS time.apple.com)',
  'no region': () => 'No region is set: name it with --region, or in AWS_REGION',
  denied: ({ message }) =>
    `AWS denied access: give these credentials the permission it names (${message})`,
  'not activated': ({ message }) =>
    `AWS has not activated this account yet: complete its sign-up at https://portal.aws.amazon.com/billing/signup, then wait up to 24 hours (${message})`,
  throttled: () => 'AWS is throttling these calls: try again in a minute',
  limit: ({ message }) =>
    /email limit/i.test(message)
      ? `Cognito sends no more mails today: run the command again tomorrow (${message})`
      : `A limit of the AWS account is reached: see which one in the reason, and ask for more at https://console.aws.amazon.com/servicequotas/home (${message})`,
  missing: ({ service, message }) => `${missing[service ?? ''] ?? missingOther} (${message})`,
  undelivered: ({ message }) =>
    `Cognito could not deliver its mail: check the address, then run the command again (${message})`,
  'no answer': noAnswer,
  'no such host': noAnswer,
  untrusted: ({ code, message }) =>
    `The network shows a certificate that is not of AWS, as a company's proxy does: save the root certificate of the proxy in a file, and name that file in NODE_EXTRA_CA_CERTS (${code || message})`,
  'not AWS': ({ status }) =>
    `Something on the way answered instead of AWS, as a company's proxy does (HTTP ${status ?? 'status unknown'}): let this machine reach *.amazonaws.com, and check AWS_ENDPOINT_URL if it is set`,
  'AWS failed': ({ message }) =>
    `AWS could not answer: try again in a minute, or look at https://health.aws.amazon.com/health/status (${message})`,
};

const doctor = `run ${program} doctor on it`;

/** What does not exist, by the service that says so. */
const missing: Record<string, string> = {
  DynamoDB: `A table of this deployment does not exist: docs/runbook.md, "A lost table", brings it back; start a local run again with npm start`,
  CloudWatchLogs:
    'A log group of this deployment does not exist: create it again with aws logs create-log-group; the stack has its name in the output LogGroups',
  CognitoIdentityProvider:
    'The user pool of this deployment does not exist: set "dashboard": false in settings.json and deploy, set it to true and deploy again, then invite the users again',
  Lambda:
    'A function of this deployment does not exist: remove the stack with destroy, which keeps the tables, and deploy it again; the base address changes',
  APIGateway: `API Gateway has no such API key or usage plan: ${doctor}`,
};

const missingOther = `AWS does not know what the command asked for: ${doctor}`;
