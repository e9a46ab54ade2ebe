import { createServer } from 'node:https';
import { callerIdentity } from '../../../cli/aws/caller-identity.ts';
import { cloudformationStacks } from '../../../cli/aws/cloudformation.ts';
import { cloudWatchLogs, logsClient } from '../../../cli/aws/cloudwatch.ts';
import { bootstrapVersion, lambdaAccount, queueLength } from '../../../cli/aws/lookups.ts';
import { operatorTables } from '../../../cli/aws/operator-tables.ts';
import { sesSetup } from '../../../cli/aws/ses-setup.ts';
import { createPoolUser, userPoolClient } from '../../../cli/aws/user-pool.ts';
import { failureText, filesRefused, toFailure } from '../../../cli/terminal/failure.ts';
import { apiGatewayClient, listGatewayKeys } from '../../../shared/adapters/api-gateway-keys.ts';
import type { CallTimes } from '../../../shared/adapters/call-times.ts';
import { readUser } from '../../../shared/adapters/tables/users-table.ts';
import { ManageError } from '../../../shared/manage/manage-error.ts';
import { type AwsAnswer, startAwsStub } from '../../aws-stub.ts';
import { selfSigned } from '../../certificate.ts';
import { expect, test } from '../../jest.ts';
import { patienceMs } from '../../patience.ts';
import { serveOn } from '../../serve.ts';

const fault = (name: string, message: string, more: object = {}) =>
  Object.assign(new Error(message), { name, ...more });

// AWS's own refusals are tested below.
test.each([
  [
    fault('CredentialsProviderError', 'Could not load credentials from any providers'),
    'No AWS credentials were found: sign in (aws sso login), or set AWS_PROFILE',
  ],
  [
    fault('Error', 'Region is missing'),
    'No region is set: name it with --region, or in AWS_REGION',
  ],
  [
    fault('AggregateError', '', { code: 'ECONNREFUSED' }),
    'The deployment does not answer: check that it runs and that the network reaches it (ECONNREFUSED)',
  ],
  [fault('Error', 'EACCES: permission denied, mkdir x'), 'EACCES: permission denied, mkdir x'],
  ['no error at all', 'no error at all'],
])('a failure to reach AWS is one sentence: %s', (thrown, error) => {
  expect(toFailure(thrown)).toEqual({ error, details: [], exitCode: 1 });
});

test('a mistake in the code asks for a report, and says where it happened', () => {
  const { error } = toFailure(new TypeError('x is not a function'));

  expect(error).toMatch(
    /^TypeError: x is not a function at .+failure\.test\.ts.+: this is a mistake in postrider, please report it$/,
  );
  expect(toFailure(new TypeError('fetch failed', { cause: new Error('x') })).error).toBe(
    'TypeError: fetch failed',
  );
});

const wrong = {
  ...{ code: 'bad-name' as const, file: 'a/body.html', line: 3, column: 14 },
  message: 'is wrong',
};

test('a failure is printed with its problems below it, each with its place as far as it is known', () => {
  const problems = [
    { ...wrong, templateId: 'a' },
    { code: 'empty' as const, file: 'a/body.txt', message: 'is empty' },
    { code: 'changed-meanwhile' as const, templateId: 'b', message: 'was changed' },
  ];

  expect(failureText(toFailure(new ManageError('Two things', problems)))).toBe(
    'Error: Two things\n  a/body.html:3:14 is wrong\n  a/body.txt is empty\n  b was changed',
  );
});

test('a failure names its only problem once', () => {
  const failure = toFailure(filesRefused('Nothing was saved', [wrong]));

  expect(failureText(failure)).toBe('Error: Nothing was saved: a/body.html:3:14 is wrong');
});

test('at a terminal a failure says what to do, after its sentence', () => {
  const options = { code: 'unknown', hint: 'key list shows every key' } as const;

  const failure = toFailure(new ManageError('There is no key k', [], options));

  expect(failureText(failure)).toBe('Error: There is no key k: key list shows every key');
});

test("a failure does not repeat the part of a field's problem that its sentence has", () => {
  const message = 'The name must not be empty';
  const detail = { code: 'bad-name' as const, field: 'name', message };

  const failure = toFailure(new ManageError(message, [detail]));

  expect(failure).toEqual({ error: message, details: [], exitCode: 1 });
});

test('a failure cannot steer the terminal or change the direction of its text', () => {
  expect(failureText(toFailure(new ManageError('\u001b[31mred\nline\u202efdp.exe')))).toBe(
    'Error:  [31mred line fdp.exe',
  );
});

/**
 * The CLI's messages for AWS's refusals. The SDK's client throws each refusal, which it received from a
 * server in the protocol that the service speaks.
 */

const times: CallTimes = { attempts: 1, connectMs: patienceMs, answerMs: patienceMs };
const region = 'eu-central-1';
const settings = { region };

/** A call of each of the CLI's clients, by service. */
const calls = {
  apiGateway: () => listGatewayKeys({ client: apiGatewayClient(times, settings), ids: noPlans }),
  cloudFormation: () => cloudformationStacks(times, { region }).find('postrider'),
  cognito: () => createPoolUser({ client: userPoolClient(times, settings), id: 'eu_1' }, 'a@b.org'),
  dynamodb: () => readUser({ client: operatorTables(times, settings), name: 'Users' }, 'sub'),
  lambda: () => lambdaAccount(times, settings),
  logs: () =>
    cloudWatchLogs({ client: logsClient(times, settings), groups: ['g'] }).find({
      since: new Date(0),
    }),
  ses: () => sesSetup(times, settings).account(),
  sqs: () =>
    queueLength(times, { url: 'https://sqs.eu-central-1.amazonaws.com/1/letters', region }),
  ssm: () => bootstrapVersion(times, settings),
  sts: () => callerIdentity(times, settings),
};
const noPlans = { free: '', pro: '', team: '' };

type Service = keyof typeof calls;

const aws = await startAwsStub(() => 'hang');
Object.assign(process.env, {
  AWS_ENDPOINT_URL: aws.endpoint,
  AWS_ACCESS_KEY_ID: 'test',
  AWS_SECRET_ACCESS_KEY: 'test',
  AWS_CONFIG_FILE: '/dev/null',
  AWS_SHARED_CREDENTIALS_FILE: '/dev/null',
});

/** The CLI's message for this answer of a service. */
async function sentenceOn(service: Service, answer: AwsAnswer): Promise<string> {
  aws.answer = () => answer;
  return sentenceOf(calls[service]());
}

async function sentenceOf(call: Promise<unknown>): Promise<string> {
  const thrown = await call.then(
    () => {
      throw new Error('The call was to fail');
    },
    (error: unknown) => error,
  );
  const { error, exitCode } = toFailure(thrown);
  expect(exitCode).toBe(1);
  return error;
}

const refusal = (refusal: string, message: string, status = 400): AwsAnswer => ({
  ...{ refusal, message, status },
});

const throttled = 'AWS is throttling these calls: try again in a minute';
const expired =
  'The AWS session has expired: sign in again (aws sso login), then run the command again';
const expiredToken = 'The security token included in the request is expired';
const wrongClock =
  'AWS refuses calls from this machine, because its clock is wrong: set the clock (sudo timedatectl set-ntp true; on macOS sudo sntp -sS time.apple.com)';

test.each<[Service, AwsAnswer]>([
  ['cloudFormation', refusal('Throttling', 'Rate exceeded')],
  ['sts', refusal('RequestLimitExceeded', 'Request limit exceeded.', 503)],
  ['apiGateway', refusal('TooManyRequestsException', 'Too Many Requests', 429)],
  ['dynamodb', refusal('ProvisionedThroughputExceededException', 'The level of …')],
  ['logs', refusal('ThrottlingException', 'Rate exceeded')],
  ['logs', refusal('LimitExceededException', 'Rate exceeded')],
  ['cognito', refusal('LimitExceededException', 'Attempt limit exceeded, try after some time.')],
  ['sqs', refusal('RequestThrottled', 'Rate exceeded')],
])('a throttle of %s says to try again: %j', async (service, answer) => {
  expect(await sentenceOn(service, answer)).toBe(throttled);
});

test.each<[Service, AwsAnswer, string]>([
  ['cloudFormation', refusal('ExpiredToken', expiredToken, 403), expired],
  ['dynamodb', refusal('ExpiredTokenException', expiredToken), expired],
  ['ses', refusal('ExpiredTokenException', expiredToken, 403), expired],
  ['cognito', refusal('InvalidSignatureException', 'Signature expired: 2026 …'), wrongClock],
  ['sts', refusal('SignatureDoesNotMatch', 'Signature not yet current: 2026 …', 403), wrongClock],
  ['cloudFormation', refusal('RequestExpired', 'Request has expired.'), wrongClock],
  [
    'dynamodb',
    refusal('UnrecognizedClientException', 'The security token is invalid.'),
    'AWS does not accept these credentials: check AWS_PROFILE and AWS_ACCESS_KEY_ID, and that the AWS account has enabled the region (The security token is invalid.)',
  ],
  [
    'lambda',
    refusal('SubscriptionRequiredException', 'The AWS Access Key Id needs a subscription', 403),
    'AWS has not activated this account yet: complete its sign-up at https://portal.aws.amazon.com/billing/signup, then wait up to 24 hours (The AWS Access Key Id needs a subscription)',
  ],
  [
    'logs',
    refusal('AccessDeniedException', 'User: x is not authorized to perform: logs:FilterLogEvents'),
    'The permission logs:FilterLogEvents is missing: give these credentials the permission (User: x is not authorized to perform: logs:FilterLogEvents)',
  ],
  [
    'apiGateway',
    refusal('NotFoundException', 'Invalid API Key identifier specified', 404),
    'AWS does not know a resource that the command names: run npm run -s postrider -- doctor, and see docs/runbook.md; start a local run again with npm start (Invalid API Key identifier specified)',
  ],
  [
    'apiGateway',
    refusal('LimitExceededException', 'API Keys quota exceeded'),
    'A limit of the AWS account is reached: ask for more at https://console.aws.amazon.com/servicequotas/home, or wait a day (API Keys quota exceeded)',
  ],
  [
    'cognito',
    refusal('LimitExceededException', 'Exceeded daily email limit for the account'),
    'A limit of the AWS account is reached: ask for more at https://console.aws.amazon.com/servicequotas/home, or wait a day (Exceeded daily email limit for the account)',
  ],
  [
    'cognito',
    refusal('CodeDeliveryFailureException', 'Error sending the message'),
    'Cognito could not deliver its mail: check the address, then run the command again (Error sending the message)',
  ],
  [
    'ses',
    refusal('InternalFailure', 'We have a fault', 500),
    'AWS could not answer: try again in a minute, or look at https://health.aws.amazon.com/health/status (We have a fault)',
  ],
])('a refusal by %s is explained, with what to do: %j', async (service, answer, error) => {
  expect(await sentenceOn(service, answer)).toBe(error);
});

const page = '<html><body><h1>Bad Gateway</h1><br></body></html>';

test.each(
  (Object.keys(calls) as Service[]).flatMap((service) =>
    [502, 200, 407].map((status) => [service, status] as const),
  ),
)('a network that answers %s with its own page and HTTP %d is named', async (service, status) => {
  expect(await sentenceOn(service, { raw: page, type: 'text/html', status })).toBe(
    `Something else answered instead of AWS (HTTP ${status}): if it is your company's proxy, let this machine reach *.amazonaws.com; check AWS_ENDPOINT_URL if it is set`,
  );
});

test("a proxy with its own certificate is explained with Node's variable for it", async () => {
  const proxy = await serveOn(createServer(selfSigned(), (_, answer) => answer.end()));
  process.env.AWS_ENDPOINT_URL = `https://127.0.0.1:${proxy.port}`;

  expect(await sentenceOf(calls.sts())).toBe(
    "The network shows a certificate that does not belong to AWS: if it is your company's proxy, save its root certificate in a file, and name that file in NODE_EXTRA_CA_CERTS (DEPTH_ZERO_SELF_SIGNED_CERT)",
  );
});
