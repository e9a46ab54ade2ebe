import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  deployedEnvironment,
  parseSettings,
  readSettings,
  sharedSettings,
} from '../../../lib/settings/settings.ts';
import { expect, test } from '../../jest.ts';
import { temporaryFolder } from '../../temporary-folder.ts';

const defaults = {
  stackName: 'postrider',
  tables: {},
  senders: [],
  identities: {},
  requireTls: false,
  sending: true,
  attachmentBuckets: [],
  disposableIsInvalid: true,
  roleIsInvalid: false,
  messageRetentionDays: 30,
  refusedRetentionDays: 7,
  trailRetentionDays: 400,
  later: true,
  suppression: true,
  tenants: null,
  doors: true,
  dashboard: true,
  throttle: { requestsPerSecond: 1000, burst: 2000 },
  reservedConcurrency: {},
  sendConcurrency: 2,
  signIn: { mfa: 'optional', roles: [], passwords: true },
  webhookConcurrency: 5,
  monitoring: true,
  alarmEmails: [],
  runbookUrl: 'docs/operations/alarms.md',
  tracing: false,
  accessLogs: false,
  tags: {},
  logRetentionDays: 30,
  deletionProtection: true,
  pointInTimeRecovery: true,
};

const saml = { metadataUrl: 'https://sso.example.com/metadata' };
const opened = { group: 'Staff', account: `acc_${'a'.repeat(16)}`, role: 'viewer' };
const oidc = {
  ...{ issuer: 'https://sso.example.com', clientId: 'postrider' },
  secretArn: 'arn:aws:secretsmanager:eu-central-1:111122223333:secret:sso-Ab1cd2',
};

test('every setting has a default', () => {
  expect(parseSettings({})).toEqual(defaults);
});

test('a missing file means all defaults', () => {
  expect(readSettings('no-such-settings.json')).toEqual(defaults);
});

test.each([
  [{ stackName: '1st' }, 'stackName must be letters, digits and hyphens, beginning with a letter'],
  [
    { senders: ['nobody'] },
    'senders.0 must be an e-mail address or a domain, like hello@example.com or example.com',
  ],
  [
    { clients: 'gmail' },
    'clients must be a list of mail clients, or an object with the share of each',
  ],
  [{ clients: [] }, 'clients cannot be used: it names no client'],
  [
    { clients: ['outlok'] },
    'clients cannot be used: there is no client "outlok", only gmail, apple-mail, outlook-windows, outlook-web, yahoo, outlook-mac, outlook-mobile, samsung, aol, thunderbird, gmx, web-de, orange, protonmail, fastmail',
  ],
  [{ clients: { gmail: 0 } }, 'clients cannot be used: each share must be above 0'],
  [
    { clients: { gmail: 0.6, yahoo: 0.6 } },
    'clients cannot be used: the shares must be at most 1 together',
  ],
  [{ messageRetentionDays: 0 }, 'messageRetentionDays must be at least 1'],
  [{ messageRetentionDays: 1.5 }, 'messageRetentionDays must be a whole number'],
  [{ throttle: { requestsPerSecond: 10_001 } }, 'throttle.requestsPerSecond must be at most 10000'],
  [{ reservedConcurrency: { events: 5 } }, 'unknown setting reservedConcurrency.events'],
  [{ sendConcurrency: 1 }, 'sendConcurrency must be at least 2'],
  ...['s3://acme', 'Acme', 'ab', '-acme', 'acme..a', 'a'.repeat(64)].map(
    (name): [object, string] => [
      { attachmentBuckets: ['acme', name] },
      'attachmentBuckets.1 must be the name of a bucket: 3 to 63 lower-case letters, digits, hyphens and dots, without s3:// and without a path',
    ],
  ),
  [
    { attachmentBuckets: ['acme', 'other', 'acme'] },
    'attachmentBuckets must name each bucket once',
  ],
  [
    { attachmentBuckets: Array.from({ length: 21 }, (_, index) => `acme-${index}`) },
    'attachmentBuckets must have at most 20 buckets',
  ],
  [{ attachmentBuckets: 'acme' }, 'attachmentBuckets must be of type array'],
  [{ sending: 'no' }, 'sending must be of type boolean'],
  [{ tenants: { policy: 'lax' } }, 'tenants.policy must be "standard", "strict" or "none"'],
  [{ tenants: 'yes' }, 'tenants must be of type object'],
  [
    { senders: ['hello@Example.com'] },
    'senders.0 must have its domain in lower case: mails have it in lower case, and SES compares addresses letter by letter',
  ],
  [{ sender: 'a@b.c' }, 'unknown setting sender (did you mean "senders"?)'],
  [{ enviroments: {} }, 'unknown setting enviroments (did you mean "environments"?)'],
  [{ throttle: { brust: 5 } }, 'unknown setting throttle.brust'],
  [{ zzz: 1 }, 'unknown setting zzz'],
  [
    { postriderAccount: '111122223333' },
    'postriderAccount must be the id of a postrider account, like acc_0a1B2c3D4e5F6g7H',
  ],
  [[], 'the file must be of type object'],
  [
    {
      signIn: { saml, roles: [{ group: 'Staff', account: `acc_${'a'.repeat(16)}`, role: 'boss' }] },
    },
    'signIn.roles.0.role must be one of viewer, support, author, publisher, admin',
  ],
  [
    { signIn: { saml, roles: Array.from({ length: 51 }, () => opened) } },
    'signIn.roles must have at most 50 entries',
  ],
  [{ signIn: { saml, oidc } }, 'signIn must have only one of saml and oidc'],
  ...[{ roles: [opened] }, { passwords: false }].map((signIn): [object, string] => [
    { signIn },
    'signIn must have saml or oidc, which roles and "passwords": false need',
  ]),
  [
    { signIn: { oidc: { ...oidc, secretArn: 'secret' } } },
    'signIn.oidc.secretArn must be the ARN of a secret, like arn:aws:secretsmanager:eu-central-1:111122223333:secret:sso-Ab1cd2',
  ],
  [
    { tags: { service: 'mails' } },
    'tags.service must not be set: postrider sets it to "postrider"',
  ],
  [{ tags: { 'aws:a': 'b' } }, 'tags.aws:a must not begin with aws:, which AWS reserves'],
  [{ tags: { a: 'b;c' } }, 'tags.a must have only letters, digits, spaces and _.:/=+-@'],
  [
    { tags: Object.fromEntries(Array.from({ length: 41 }, (_, index) => [`t${index}`, ''])) },
    'tags must have at most 40 tags',
  ],
  [{ bootstrapQualifier: 'Acme' }, 'bootstrapQualifier must be 1 to 10 small letters and digits'],
  [
    { kmsKeyArn: 'alias/mails' },
    'kmsKeyArn must be the ARN of a KMS key, like arn:aws:kms:eu-central-1:111122223333:key/…; an alias does not work',
  ],
  [
    { logRetentionDays: 10 },
    'logRetentionDays must be one of 1, 3, 5, 7, 14, 30, 60, 90, 120, 150, 180, 365, 400, 545, 731, 1096, 1827, 2192, 2557, 2922, 3288, 3653',
  ],
])('the settings %j are refused with a sentence that names the setting', (value, sentence) => {
  expect(() => parseSettings(value, 'postrider.json')).toThrow(
    expect.objectContaining({ name: 'SettingsError', message: `postrider.json: ${sentence}` }),
  );
});

test('all bad settings are named at once', () => {
  expect(() => parseSettings({ sending: 1, roleIsInvalid: 2 })).toThrow(
    'postrider.json: sending must be of type boolean; roleIsInvalid must be of type boolean',
  );
});

const certificates = 'arn:aws:acm:us-east-1:123456789012:certificate';
const folder = temporaryFolder();
const file = join(folder, 'postrider.json');

const read = (content: object, environment?: string) => {
  writeFileSync(file, JSON.stringify(content));
  return readSettings(file, environment);
};
const three = {
  senders: ['example.com'],
  messageRetentionDays: 7,
  environments: {
    development: {},
    staging: { senders: ['staging.example.com'], region: 'eu-west-1' },
    production: { stackName: 'mail', account: '123456789012', messageRetentionDays: 90 },
  },
};

test.each([
  ['development', { stackName: 'postrider-development' }],
  [
    'staging',
    { stackName: 'postrider-staging', senders: ['staging.example.com'], region: 'eu-west-1' },
  ],
  ['production', { stackName: 'mail', account: '123456789012', messageRetentionDays: 90 }],
  [sharedSettings, {}],
])('the environment %j has its own settings over the shared ones', (environment, own) => {
  expect(read(three, environment)).toEqual({
    ...defaults,
    senders: ['example.com'],
    messageRetentionDays: 7,
    ...own,
  });
});

test('the dashboard of an environment knows the others that have a dashboard with its own name', () => {
  const named = (name: string) => ({
    dashboardDomain: { name, certificateArn: `${certificates}/abc` },
  });
  const environments = {
    development: { ...named('dev.example.com'), dashboard: false },
    staging: named('staging.example.com'),
    preview: {},
    production: named('mail.example.com'),
  };
  read({ environments }, 'preview');

  expect(deployedEnvironment(file, 'preview')).toEqual({
    name: 'preview',
    others: [
      { name: 'staging', url: 'https://staging.example.com' },
      { name: 'production', url: 'https://mail.example.com' },
    ],
  });
  expect(deployedEnvironment(file, sharedSettings)).toBeUndefined();
});

test('a settings file may name its format, which is 1', () => {
  expect(read({ format: 1, sending: false })).toEqual({ ...defaults, sending: false });
});

test.each([2, 0, '1', null])(
  'a settings file with format %j and an unknown setting is refused for its format',
  (format) => {
    expect(() => read({ format, newSetting: true })).toThrow(
      expect.objectContaining({
        name: 'SettingsError',
        message: `${file}: format must be 1: a newer postrider may read it`,
      }),
    );
  },
);

test("the format is the file's, so that an environment cannot have one", () => {
  expect(() => read({ environments: { staging: { format: 1 } } }, 'staging')).toThrow(
    `${file}: environment staging: unknown setting format`,
  );
});

test("the name of a shared stack begins the name of each environment's stack", () => {
  const settings = read({ stackName: 'mail', environments: { staging: {} } }, 'staging');

  expect(settings.stackName).toBe('mail-staging');
});

test.each<[string, object, string | undefined, string]>([
  [
    'a choice that is missing',
    three,
    undefined,
    ' has several environments: choose one of development, staging, production',
  ],
  [
    'an environment that is not there',
    three,
    'test',
    ' has no environment test: it has development, staging, production',
  ],
  ['an environment where there is none', {}, 'staging', ' has no environment staging: it has none'],
  [
    'a bad setting, whichever environment is asked for',
    { environments: { staging: {}, production: { sending: 'no', tables: { key: 'x' } } } },
    'staging',
    ': environment production: unknown setting tables.key; environment production: sending must be of type boolean',
  ],
  [
    'an account that is none',
    { environments: { staging: { account: '12' } } },
    'staging',
    ': environment staging: account must have 12 digits',
  ],
  [
    'a region that is none',
    { region: 'Frankfurt' },
    undefined,
    ': region must be a region, like eu-central-1',
  ],
  ['a list of environments', { environments: [] }, 'a', ': environments must be of type object'],
  [
    'an environment that is no object',
    { environments: { staging: true } },
    'staging',
    ': environment staging must be of type object',
  ],
  [
    'a name that no stack could have',
    { environments: { 'My Stage': {} } },
    undefined,
    ': environments: "My Stage" is not a valid name: use small letters, digits and hyphens, 31 at most, beginning with a letter',
  ],
  [
    'two environments that are one stack',
    {
      environments: {
        staging: { stackName: 'mail', account: '111111111111' },
        production: { stackName: 'mail', region: 'eu-west-1' },
      },
    },
    'staging',
    ': the environments staging and production would deploy to the same stack: give one of them another stackName',
  ],
])('wrong environments are refused in one sentence: %s', (_, content, environment, sentence) => {
  expect(() => read(content, environment)).toThrow(
    expect.objectContaining({ name: 'SettingsError', message: `${file}${sentence}` }),
  );
});

test('two AWS accounts may each have a stack of the same name', () => {
  const settings = read(
    {
      environments: {
        staging: { stackName: 'mail', account: '111111111111' },
        production: { stackName: 'mail', account: '222222222222' },
      },
    },
    'production',
  );

  expect(settings).toEqual({ ...defaults, stackName: 'mail', account: '222222222222' });
});

test.each(['eu-central-1', 'us-east-1', 'ap-southeast-5', 'mx-central-1', 'il-central-1'])(
  'the region of the settings may be %s',
  (region) => {
    expect(parseSettings({ region }).region).toBe(region);
  },
);

test.each([
  ['cn-north-1', 'aws-cn'],
  ['us-gov-west-1', 'aws-us-gov'],
  ['eusc-de-east-1', 'aws-eusc'],
  ['us-iso-east-1', 'aws-iso'],
  ['us-isob-east-1', 'aws-iso-b'],
  ['eu-isoe-west-1', 'aws-iso-e'],
  ['us-isof-south-1', 'aws-iso-f'],
])('the region %s is refused, because it is of the partition %s', (region, partition) => {
  expect(() => parseSettings({ region })).toThrow(
    `postrider.json: region must be in the partition aws, the only one where postrider runs: ${region} is in the partition ${partition}`,
  );
});

test.each([
  [true, { policy: 'standard' }],
  [{}, { policy: 'standard' }],
  [{ policy: 'strict' }, { policy: 'strict' }],
  [false, null],
])('the setting tenants %j means %j', (given, tenants) => {
  expect(parseSettings({ tenants: given }).tenants).toEqual(tenants);
});
