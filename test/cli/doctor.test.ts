import { rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { Command } from 'commander';
import { checkoutCode } from '../../cli/doctor/checkout-code.ts';
import { examineOnAws } from '../../cli/doctor/on-aws.ts';
import { reportText } from '../../cli/doctor/report-text.ts';
import { createProgram } from '../../cli/program.ts';
import { regionWithoutSes } from '../../shared/manage/doctor/wrong-region.ts';
import { runHere } from './in-process.ts';
import {
  account,
  destination,
  type Health,
  healthy,
  healthyDns,
  identity,
  type Patient,
  pushFlow,
  region,
  startPatient,
  txt,
} from './patient.ts';

interface Check {
  code: string;
  status: string;
  found: string;
  mend?: string;
}

let code: ReadonlyMap<string, string>;
let patient: Patient;
beforeAll(async () => {
  code = await checkoutCode();
  patient = await startPatient(healthy(code));
});
afterAll(() => patient.stop());

/** Runs doctor on a set-up with one thing broken. */
async function examine(
  breakIt: (health: Health) => void = () => {},
  environment: Record<string, string> = {},
) {
  patient.health = healthy(code);
  breakIt(patient.health);
  const words = ['doctor', '--stack', 'postrider', '--region', region, '--json'];
  const { exitCode, stdout } = await runHere(words, { ...patient.environment, ...environment });
  const { checks } = JSON.parse(stdout) as { checks: Check[] };
  const having = (status: string) =>
    checks.filter((each) => each.status === status).map((each) => each.code);
  return {
    exitCode,
    checks,
    broken: having('broken'),
    unknown: having('unknown'),
    skipped: having('skipped'),
    of: (wanted: string) => checks.find((each) => each.code === wanted),
  };
}

describe('a set-up in good health', () => {
  test('has nothing broken, nothing unknown, and the exit code 0', async () => {
    const { exitCode, checks, ...rest } = await examine();

    expect(checks.filter(({ status }) => status !== 'ok')).toEqual([]);
    expect({ exitCode, count: checks.length }).toEqual({ exitCode: 0, count: 24 });
    expect(rest).toMatchObject({ broken: [], unknown: [], skipped: [] });
  });
});

/** What the checks of a stack cannot tell where there is none. */
const ofTheStack = [
  'sending-paused',
  'identity-not-verified',
  'dkim-missing',
  'mail-from-not-aligned',
  'dmarc-absent',
  'configuration-set-missing',
  'event-destination-missing',
  'suppression-off',
  'flow-sender-unknown',
  'domain-not-ready',
  'table-missing',
  'plan-key-missing',
  'bundles-older-than-code',
  'no-point-in-time-recovery',
  'dead-letters-waiting',
];

const ses = (changes: Record<string, unknown>) => (health: Health) =>
  void Object.assign(health.ses, changes);
const sender = (changes: Record<string, unknown>) => (health: Health) =>
  void health.identities.set('example.com', identity(changes));
const quota = (SentLast24Hours: number) =>
  ses({ SendQuota: { Max24HourSend: 50_000, SentLast24Hours } });
const dmarc =
  (...records: string[]) =>
  (health: Health) => {
    health.dns = (name) =>
      name === '_dmarc.example.com' ? txt(name, ...records) : healthyDns(name);
  };

/** Each breaks one thing; the code that names it, what is found, and what the mend says. */
const setUps: [code: string, breakIt: (health: Health) => void, found: RegExp, mend: RegExp][] = [
  [
    'not-bootstrapped',
    (health) => {
      health.bootstrap = null;
    },
    /^The CDK is not bootstrapped in eu-central-1 of account 111122223333$/,
    /^npx cdk bootstrap aws:\/\/111122223333\/eu-central-1$/m,
  ],
  [
    'not-bootstrapped',
    (health) => {
      health.bootstrap = '5';
    },
    /has version 5, and 6 is needed$/,
    /^npx cdk bootstrap/m,
  ],
  [
    'ses-sandbox',
    ses({ ProductionAccessEnabled: false }),
    /^SES is in the sandbox in eu-central-1$/,
    /^https:\/\/eu-central-1\.console\.aws\.amazon\.com\/ses\/home\?region=eu-central-1#\/account$/m,
  ],
  [
    'ses-sandbox',
    ses({ ProductionAccessEnabled: false, Details: { ReviewDetails: { Status: 'PENDING' } } }),
    /AWS is looking at the request to leave it$/,
    /Wait for the answer/,
  ],
  [
    'sending-paused',
    ses({ SendingEnabled: false }),
    /^Sending is paused for the whole AWS account in eu-central-1$/,
    /^aws sesv2 put-account-sending-attributes --sending-enabled --region eu-central-1$/m,
  ],
  ['sending-paused', ses({ EnforcementStatus: 'SHUTDOWN' }), /^AWS has paused/, /#\/reputation$/m],
  ['sending-paused', ses({ EnforcementStatus: 'PROBATION' }), /under review$/, /#\/reputation$/m],
  [
    'sending-paused',
    (health) => {
      health.configurationSet = { SendingOptions: { SendingEnabled: false } };
    },
    /^Sending is paused for the configuration set mails$/,
    /--configuration-set-name mails --sending-enabled/,
  ],
  [
    'sending-paused',
    (health) => {
      health.sending = 'off';
    },
    /switched off in the settings/,
    /^npm run -s postrider -- deploy --region eu-central-1$/m,
  ],
  [
    'daily-quota-nearly-used',
    quota(40_000),
    /^40,000 of 50,000 mails of 24 hours are used: 80 %$/,
    /servicequotas\/home\/services\/ses\/quotas/,
  ],
  [
    'identity-not-verified',
    sender({ VerifiedForSendingStatus: false, VerificationStatus: 'PENDING' }),
    /^example\.com is not verified: SES has not found its DKIM records \(PENDING\)$/,
    /^aaa\._domainkey\.example\.com CNAME aaa\.dkim\.amazonses\.com$/m,
  ],
  [
    'dkim-missing',
    sender({ DkimAttributes: { SigningEnabled: true, Status: 'PENDING', Tokens: ['aaa'] } }),
    /^The DKIM records of example\.com are missing or wrong \(PENDING\)$/,
    /^aaa\._domainkey\.example\.com CNAME aaa\.dkim\.amazonses\.com$/m,
  ],
  [
    'dkim-missing',
    sender({ DkimAttributes: { SigningEnabled: false, Status: 'SUCCESS', Tokens: [] } }),
    /^DKIM is switched off for example\.com$/,
    /put-email-identity-dkim-attributes --email-identity example\.com --signing-enabled/,
  ],
  [
    'mail-from-not-aligned',
    sender({ MailFromAttributes: {} }),
    /^example\.com has no MAIL FROM domain of its own$/,
    /^mail\.example\.com MX 10 feedback-smtp\.eu-central-1\.amazonses\.com$/m,
  ],
  [
    'mail-from-not-aligned',
    sender({
      MailFromAttributes: { MailFromDomain: 'b.example.com', MailFromDomainStatus: 'FAILED' },
    }),
    /MAIL FROM domain b\.example\.com \(FAILED\)$/,
    /^b\.example\.com TXT "v=spf1 include:amazonses\.com ~all"$/m,
  ],
  [
    'mail-from-not-aligned',
    sender({
      MailFromAttributes: { MailFromDomain: 'b.other.org', MailFromDomainStatus: 'SUCCESS' },
    }),
    /^The MAIL FROM domain of example\.com, b\.other\.org, is none of example\.com$/,
    /"identities": \{"example\.com": \{"mailFrom": "mail\.example\.com"\}\}/,
  ],
  [
    'dmarc-absent',
    dmarc('some other record'),
    /^example\.com has no DMARC record$/,
    /^_dmarc\.example\.com TXT "v=DMARC1; p=none"$/m,
  ],
  [
    'dmarc-absent',
    (health) => {
      health.dns = (name) =>
        name === 'api.example.com' ? healthyDns(name) : { rcode: 'NXDOMAIN' };
    },
    /^example\.com has no DMARC record$/,
    /v=DMARC1/,
  ],
  ['dmarc-absent', dmarc('v=DMARC1; p=none', 'v=DMARC1'), /2 DMARC records/, /^Leave one/],
  [
    'event-destination-missing',
    (health) => {
      health.destinations = [destination({ EventBridgeDestination: undefined })];
    },
    /^The configuration set mails reports to no EventBridge$/,
    /^aws sesv2 create-configuration-set-event-destination --configuration-set-name mails .*event-bus\/default}" --region eu-central-1$/m,
  ],
  [
    'event-destination-missing',
    (health) => {
      health.destinations = [destination({ Enabled: false })];
    },
    /^The reports of the configuration set mails are switched off$/,
    /--event-destination-name reports/,
  ],
  [
    'event-destination-missing',
    (health) => {
      health.destinations = [destination({ MatchingEventTypes: ['DELIVERY', 'BOUNCE'] })];
    },
    /does not report COMPLAINT, REJECT, DELIVERY_DELAY$/,
    /^aws sesv2 update-configuration-set-event-destination/m,
  ],
  [
    'plan-key-missing',
    (health) => {
      health.keys.clear();
      health.members.clear();
    },
    /^The API Gateway key of acc_1 is gone$/,
    /^npm run -s postrider -- account set-plan acc_1 --plan pro --stack postrider --region eu-central-1$/m,
  ],
  ['plan-key-missing', (health) => health.members.clear(), /in no usage plan$/, /set-plan acc_1/],
  [
    'plan-key-missing',
    (health) => {
      health.members = new Map([['plan-free', ['gw1']]]);
    },
    /is in plan free, not pro$/,
    /set-plan acc_1 --plan pro/,
  ],
  [
    'plan-key-missing',
    (health) => void health.keys.set('gw1', false),
    /is switched off$/,
    /^aws apigateway update-api-key --api-key gw1 /m,
  ],
  [
    'bundles-older-than-code',
    (health) => void health.code.set('Execute', '0'.repeat(64)),
    /^Execute: the code that runs is not that of this checkout$/,
    /^npm run -s postrider -- deploy --region eu-central-1$/m,
  ],
  [
    'suppression-off',
    (health) => {
      health.suppression = 'off';
      health.ses.SuppressionAttributes = { SuppressedReasons: ['COMPLAINT'] };
    },
    /^Neither this deployment nor/,
    /put-account-suppression-attributes/,
  ],
  [
    'table-missing',
    (health) => void health.deleted.add('Messages'),
    /^Deleted: Messages$/,
    /^aws dynamodb list-backups --backup-type SYSTEM --table-name Messages /m,
  ],
  [
    'no-point-in-time-recovery',
    (health) => void health.withoutRecovery.add('Keys'),
    /^Switched off: Keys$/,
    /^aws dynamodb update-continuous-backups --table-name Keys /m,
  ],
  [
    'dead-letters-waiting',
    (health) => {
      health.letters = 2;
    },
    /^2 letters wait in the dead-letter queue$/,
    /^aws sqs receive-message --queue-url http.*\/letters /m,
  ],
  [
    'domain-not-ready',
    (health) => {
      health.dns = (name) => (name === 'api.example.com' ? {} : healthyDns(name));
    },
    /^api\.example\.com is not in DNS$/,
    /^api\.example\.com CNAME d-1\.execute-api\.eu-central-1\.amazonaws\.com$/m,
  ],
  [
    'domain-not-ready',
    (health) => {
      health.domain = { domainNameStatus: 'PENDING_CERTIFICATE_REIMPORT' };
    },
    /^api\.example\.com is PENDING_CERTIFICATE_REIMPORT$/,
    /\/acm\/home\?region=eu-central-1#\/certificates\/list$/m,
  ],
  [
    'stack-not-ready',
    (health) => {
      health.stackStatus = 'UPDATE_ROLLBACK_FAILED';
    },
    /^The stack postrider is UPDATE_ROLLBACK_FAILED$/,
    /^aws cloudformation continue-update-rollback --stack-name postrider /m,
  ],
];

describe('a set-up with one thing broken', () => {
  test.each(setUps)('is named %s', async (wanted, breakIt, found, mend) => {
    const { exitCode, broken, unknown, skipped, of } = await examine(breakIt);

    expect({ exitCode, broken, unknown, skipped }).toEqual({
      exitCode: 1,
      broken: [wanted],
      unknown: [],
      skipped: [],
    });
    expect(of(wanted)).toMatchObject({
      found: expect.stringMatching(found),
      mend: expect.stringMatching(mend),
    });
  });

  test('has the configuration set missing, so that nobody knows what it reports', async () => {
    const { broken, unknown, of } = await examine((health) => {
      health.configurationSet = null;
    });

    expect({ broken, unknown }).toEqual({
      broken: ['configuration-set-missing'],
      unknown: ['event-destination-missing'],
    });
    expect(of('configuration-set-missing')?.mend).toMatch(
      /^aws sesv2 create-configuration-set --configuration-set-name mails --region eu-central-1$/m,
    );
  });

  test('has a flow that sends from no identity', async () => {
    await pushFlow(patient.tables, 'stray', 'ann@other.org');

    const { broken, unknown, of } = await examine();

    expect({ broken, unknown }).toEqual({ broken: ['flow-sender-unknown'], unknown: [] });
    expect(of('flow-sender-unknown')?.found).toBe('stray of acc_1 sends from ann@other.org');
    await pushFlow(patient.tables, 'stray', 'ann@example.com');
  });

  test('has no sender at all', async () => {
    const { broken, skipped, of } = await examine((health) => {
      health.senders = '';
    });

    expect(broken).toEqual(['identity-not-verified', 'flow-sender-unknown']);
    expect(skipped).toEqual(['dkim-missing', 'mail-from-not-aligned', 'dmarc-absent']);
    expect(of('identity-not-verified')?.found).toBe('This deployment has no sender');
  });
});

describe('an address that sends', () => {
  const ofAddress = (domain: object | null) => (health: Health) => {
    health.senders = 'hello@mail.example.com,ann@example.com';
    const own = { DkimAttributes: { Status: 'NOT_STARTED' }, MailFromAttributes: {} };
    health.identities = new Map([['hello@mail.example.com', identity(own)]]);
    health.identities.set('ann@example.com', identity(own));
    if (domain) {
      health.identities.set('example.com', identity());
      health.identities.set(
        'mail.example.com',
        identity({
          MailFromAttributes: {
            MailFromDomain: 'b.mail.example.com',
            MailFromDomainStatus: 'SUCCESS',
          },
        }),
      );
    }
  };

  test('has the DKIM and the MAIL FROM of its domain, and the DMARC record of a parent', async () => {
    const { checks } = await examine(ofAddress(identity()));

    expect(checks.filter(({ status }) => status !== 'ok')).toEqual([]);
  });

  test('has neither where its domain is no identity', async () => {
    const { broken, of } = await examine(ofAddress(null));

    expect(broken).toEqual(['dkim-missing', 'mail-from-not-aligned']);
    expect(of('dkim-missing')?.found).toBe(
      'Mail from hello@mail.example.com is not signed by mail.example.com; Mail from ann@example.com is not signed by example.com',
    );
  });
});

describe('the way to AWS', () => {
  test('is barred without credentials, and nothing is called good', async () => {
    const none = { AWS_ACCESS_KEY_ID: '', AWS_SECRET_ACCESS_KEY: '' };

    const { exitCode, broken, unknown, checks, of } = await examine(undefined, none);

    expect({ exitCode, broken }).toEqual({ exitCode: 1, broken: ['no-credentials'] });
    expect(unknown).toHaveLength(checks.length - 1);
    expect(of('no-credentials')?.mend).toMatch(/^aws sso login$/m);
    expect(of('ses-sandbox')?.found).toBe('There are no AWS credentials to ask with');
  });

  test('is barred by a session that is over', async () => {
    const { broken, unknown, of } = await examine((health) => {
      health.instead = () => ({ refusal: 'ExpiredToken', message: 'The token has expired' });
    });

    expect(broken).toEqual(['expired-session']);
    expect(of('no-credentials')?.status).toBe('ok');
    expect(unknown).toContain('ses-sandbox');
    expect(of('expired-session')?.mend).toMatch(/^aws sso login$/m);
  });

  test('is barred by credentials that AWS does not take', async () => {
    const { broken, of } = await examine((health) => {
      health.instead = () => ({ refusal: 'InvalidClientTokenId', status: 403 });
    });

    expect(broken).toEqual(['no-credentials']);
    expect(of('no-credentials')?.found).toBe('AWS does not take these credentials');
  });

  test('is strewn with stones by a clock that is off', async () => {
    patient.aws.clock = () => new Date(Date.now() + 7 * 60_000);

    const { broken, of } = await examine();

    patient.aws.clock = () => new Date();
    expect(broken).toEqual(['clock-skew']);
    expect(of('clock-skew')?.found).toBe('The clock of this machine is 7 minutes slow');
  });

  test('leads to another region than that of the stack', async () => {
    const { broken, unknown, of } = await examine((health) => {
      health.stackRegion = 'us-west-2';
    });

    expect(broken).toEqual(['wrong-region']);
    expect(unknown).toEqual(['stack-not-ready', ...ofTheStack]);
    expect(of('wrong-region')).toMatchObject({
      found: 'The stack postrider is in us-west-2, not in eu-central-1',
      mend: 'Name its region\nnpm run -s postrider -- doctor --stack postrider --region us-west-2',
    });
  });

  test('leads to no stack at all', async () => {
    const { broken, unknown, of } = await examine((health) => {
      health.stackRegion = 'nowhere';
    });

    expect(broken).toEqual(['stack-not-ready']);
    expect(unknown).toEqual(ofTheStack);
    expect(of('stack-not-ready')?.mend).toBe(
      'Deploy it\nnpm run -s postrider -- deploy --region eu-central-1',
    );
  });
});

describe('the region', () => {
  test('is wrong where none is set, and nothing that needs one is called good', async () => {
    patient.health = healthy(code);
    const words = ['doctor', '--stack', 'postrider', '--json'];

    const { stdout } = await runHere(words, patient.environment);

    const { checks } = JSON.parse(stdout) as { checks: Check[] };
    const [broken] = checks.filter(({ status }) => status === 'broken');
    expect(broken).toMatchObject({ code: 'wrong-region', found: 'No region is set' });
    expect(checks.filter(({ status }) => status === 'ok')).toEqual([]);
  });

  test('is wrong where it has no SES', async () => {
    const nowhere = Object.assign(new Error('getaddrinfo ENOTFOUND email.xx'), {
      code: 'ENOTFOUND',
    });
    const find = (name: string) =>
      regionWithoutSes.find({
        region: async () => name,
        askSes: async () => Promise.reject(nowhere),
      });

    expect(await find('xx-east-1')).toMatchObject({
      status: 'broken',
      found: 'There is no SES in xx-east-1',
    });
    // Without a network no host has a name.
    await expect(find(region)).rejects.toBe(nowhere);
  });
});

describe('an environment of the settings', () => {
  test('is found by its name, in the AWS account that it names and in no other', async () => {
    patient.health = healthy(code);
    const file = join(tmpdir(), `postrider-doctor-${process.pid}.json`);
    const stackName = 'postrider';
    const environments = { staging: { stackName, region, account: '999999999999' } };
    await writeFile(file, JSON.stringify({ environments }));

    const { stdout } = await runHere(['doctor', '--environment', 'staging', '--json'], {
      ...patient.environment,
      POSTRIDER_SETTINGS: file,
    });

    await rm(file);
    const { checks } = JSON.parse(stdout) as { checks: Check[] };
    const broken = checks.filter(({ status }) => status === 'broken');
    expect(broken).toMatchObject([
      {
        code: 'wrong-account',
        found:
          'The settings name the AWS account 999999999999, and these credentials are of 111122223333',
      },
    ]);
  });
});

describe('a mend', () => {
  test('names commands of this very command line, with options that they have', async () => {
    const breaks = [
      (health: Health) => health.members.clear(),
      (health: Health) => void Object.assign(health, { stackRegion: 'us-west-2' }),
      (health: Health) => void Object.assign(health, { stackStatus: 'UPDATE_IN_PROGRESS' }),
      (health: Health) => void Object.assign(health, { senders: 'other.org' }),
    ];
    const mends: string[] = [];
    for (const breakIt of breaks) {
      const { checks } = await examine(breakIt);
      mends.push(...checks.flatMap(({ mend }) => mend?.split('\n') ?? []));
    }
    const prefix = 'npm run -s postrider -- ';
    const commands = [...new Set(mends)].filter((line) => line.startsWith(prefix)).sort();

    const here = '--stack postrider --region eu-central-1';
    expect(commands).toEqual(
      [
        `account set-plan acc_1 --plan pro ${here}`,
        'deploy --region eu-central-1',
        `doctor ${here}`,
        'doctor --stack postrider --region us-west-2',
        `template show stray --account acc_1 ${here}`,
        `template show welcome --account acc_1 ${here}`,
      ].map((words) => prefix + words),
    );
    for (const command of commands) {
      expect(usageProblem(command.slice(prefix.length).split(' '))).toBe(null);
    }
  });
});

/** What is wrong with the words of a command, which is parsed and not run. */
function usageProblem(words: string[]): string | null {
  const program = createProgram(() => {});
  const silence = (command: Command) => {
    command.action(() => {});
    command.commands.forEach(silence);
  };
  silence(program);
  try {
    program.parse(words, { from: 'user' });
    return null;
  } catch (error) {
    return String(error);
  }
}

describe('a check that cannot be made', () => {
  test('is not known where nothing answers, and the others are not waited for', async () => {
    patient.health = healthy(code);
    patient.health.instead = () => 'hang';
    patient.health.dns = () => 'silence';
    Object.assign(process.env, patient.environment);

    const checks = await examineOnAws(
      { stack: 'postrider', region, environment: undefined, account: undefined },
      50,
    );

    for (const name of Object.keys(patient.environment)) delete process.env[name];
    expect(new Set(checks.map(({ status, found }) => `${status}: ${found}`))).toEqual(
      new Set(['unknown: No answer within 0.05 seconds']),
    );
  });

  test('names the permission that is missing, and hides no other', async () => {
    const message = `User: arn:aws:iam::${account}:user/ann is not authorized to perform: ses:GetAccount on resource: *`;

    const { exitCode, broken, unknown, of } = await examine((health) => {
      health.instead = ({ operation }) =>
        operation === 'GET /v2/email/account'
          ? { refusal: 'AccessDeniedException', message, status: 403 }
          : undefined;
      health.letters = 1;
    });

    expect({ exitCode, broken }).toEqual({ exitCode: 1, broken: ['dead-letters-waiting'] });
    expect(unknown).toEqual([
      'ses-sandbox',
      'sending-paused',
      'daily-quota-nearly-used',
      'suppression-off',
    ]);
    expect(of('ses-sandbox')?.found).toBe('The permission ses:GetAccount is missing');
  });

  test('is not known where DNS gives no answer: that is no absence', async () => {
    const { exitCode, unknown, of } = await examine((health) => {
      health.dns = () => ({ rcode: 'SERVFAIL' });
    });

    expect({ exitCode, unknown }).toEqual({
      exitCode: 0,
      unknown: ['dmarc-absent', 'domain-not-ready'],
    });
    expect(of('dmarc-absent')?.found).toBe('DNS gave no answer for _dmarc.example.com');
  });
});

describe('the report for people', () => {
  test.each([
    [['ok', 'ok', 'skipped'], 'Nothing is broken, 2 good, 1 without a meaning here.'],
    [['ok', 'unknown'], 'Nothing is known to be broken, 1 good, 1 not known.'],
    [['broken', 'unknown'], '1 broken, 0 good, 1 not known.'],
  ] as const)('ends with a summary of %j', (given, summary) => {
    const checks = given.map((status) => ({ code: 'c', status, found: 'f', why: 'w', mend: [] }));

    expect(reportText(checks).split('\n').at(-1)).toBe(summary);
  });

  test('has a mark for each check, the mend below what is broken, and a summary', async () => {
    patient.health = healthy(code);
    patient.health.bootstrap = null;

    const words = ['doctor', '--stack', 'postrider', '--region', region];
    const { exitCode, stdout } = await runHere(words, patient.environment);

    expect(exitCode).toBe(1);
    expect(stdout).toContain(`
✓ wrong-region               eu-central-1
✗ not-bootstrapped           The CDK is not bootstrapped in eu-central-1 of account 111122223333
    The CDK deploys by way of a bucket and roles that bootstrapping makes once for each region
    Bootstrap it, once:
      npx cdk bootstrap aws://111122223333/eu-central-1
✓ stack-not-ready            The stack postrider is UPDATE_COMPLETE
`);
    expect(stdout).toMatch(/\n\n1 broken, 23 good\.\n$/);
  });
});
