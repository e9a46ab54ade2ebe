import { describe, expect, test } from '@jest/globals';
import { examineOnAws } from '../../../cli/doctor/on-aws.ts';
import { code, examine, patient } from './examination.ts';
import { account, healthy, region } from './health.ts';

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
