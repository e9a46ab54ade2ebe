import { examineOnAws } from '../../../cli/doctor/on-aws.ts';
import { exitCodeOf, reportText } from '../../../cli/doctor/report.ts';
import { describe, expect, test } from '../../jest.ts';
import { code, examine, patient } from './examination.ts';
import { account, healthy, region } from './health.ts';

describe('a check that cannot be made', () => {
  test('a check without an answer is unknown, and the other checks do not wait for it', async () => {
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
    expect(exitCodeOf(checks)).toBe(1);
    expect(reportText(checks).split('\n').slice(-2)).toEqual([
      'Nothing is known to be broken, 0 good, 31 not known.',
      'doctor could not read the deployment, so it ends with exit code 1: No answer within 0.05 seconds.',
    ]);
  });

  test('a check names the missing permission, and the other checks still run', async () => {
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
      'send-rate',
    ]);
    expect(of('ses-sandbox')?.found).toBe('The permission ses:GetAccount is missing');
  });

  test('doctor fails if it may not read the stack, because it then knows nothing about the deployment', async () => {
    const message = `User: arn:aws:iam::${account}:user/ann is not authorized to perform: cloudformation:DescribeStacks on resource: *`;

    const { exitCode, broken, looked, summary } = await examine((health) => {
      health.instead = ({ service }) =>
        service === 'cloudformation'
          ? { refusal: 'AccessDenied', message, status: 403 }
          : undefined;
    });

    expect({ exitCode, broken, looked }).toEqual({ exitCode: 1, broken: [], looked: false });
    expect(summary).toMatchObject({ broken: 0, skipped: 0 });
  });

  test('doctor succeeds with one missing permission, and names it', async () => {
    const message = `User: arn:aws:iam::${account}:user/ann is not authorized to perform: lambda:GetAccountSettings on resource: *`;

    const { exitCode, unknown, looked, of } = await examine((health) => {
      health.instead = ({ operation }) =>
        operation.includes('account-settings')
          ? { refusal: 'AccessDeniedException', message, status: 403 }
          : undefined;
    });

    expect({ exitCode, unknown, looked }).toEqual({
      exitCode: 0,
      unknown: ['account-not-active', 'lambda-concurrency-low'],
      looked: true,
    });
    expect(of('lambda-concurrency-low')?.found).toBe(
      'The permission lambda:GetAccountSettings is missing',
    );
  });

  test('doctor says what to do if a proxy answers instead of AWS', async () => {
    const page = '<html><body><h1>502 Bad Gateway</h1></body></html>';

    const { exitCode, broken, of } = await examine((health) => {
      health.instead = () => ({ raw: page, type: 'text/html', status: 502 });
    });

    expect({ exitCode, broken }).toEqual({ exitCode: 1, broken: [] });
    expect(of('no-credentials')).toEqual({
      code: 'no-credentials',
      status: 'unknown',
      found: 'Something else answered instead of AWS (HTTP 502)',
      fix: 'Check that this machine reaches AWS and that AWS_ENDPOINT_URL is not set, then run doctor again\ncurl -sS https://sts.us-east-1.amazonaws.com/',
    });
    expect(of('wrong-region')?.status).toBe('unknown');
  });

  test.each(['Resources:\n  Bucket: {}', '{"Resources": [1]}', ''])(
    'a check that needs the template is unknown if the template is %j',
    async (template) => {
      const { unknown, of } = await examine((health) => {
        health.template = template;
      });

      expect(unknown).toEqual([
        'send-rate',
        'bundles-older-than-code',
        'no-point-in-time-recovery',
      ]);
      expect(of('bundles-older-than-code')?.found).toEqual(
        expect.stringMatching("^The stack's template cannot be read: the CDK did not write it"),
      );
    },
  );

  test('a check of a DNS record is unknown if DNS does not answer: the record may exist', async () => {
    const { exitCode, unknown, of } = await examine((health) => {
      health.dns = () => ({ rcode: 'SERVFAIL' });
    });

    expect({ exitCode, unknown }).toEqual({
      exitCode: 0,
      unknown: ['dmarc-absent', 'domain-not-ready'],
    });
    expect(of('dmarc-absent')?.found).toBe('DNS did not answer for _dmarc.example.com');
  });
});
