import { describe, expect, test } from 'vitest';
import { setUps } from './broken-set-ups.ts';
import { examine, patient } from './examination.ts';
import { type Health, identity } from './health.ts';
import { pushFlow } from './patient.ts';

describe('a good set-up', () => {
  test('doctor finds nothing broken and nothing unknown in a good set-up, and ends with 0', async () => {
    const { exitCode, checks, ...rest } = await examine();

    expect(checks.filter(({ status }) => status !== 'ok')).toEqual([]);
    expect({ exitCode, count: checks.length }).toEqual({ exitCode: 0, count: 26 });
    expect(rest).toMatchObject({ broken: [], unknown: [], skipped: [], looked: true });
    expect(rest.summary).toEqual({ ok: 26, broken: 0, unknown: 0, skipped: 0 });
  });
});

describe('a set-up with one thing broken', () => {
  test.each(setUps)('doctor finds one broken thing: %s', async (wanted, breakIt, found, fix) => {
    const { exitCode, broken, unknown, skipped, of } = await examine(breakIt);

    expect({ exitCode, broken, unknown, skipped }).toEqual({
      exitCode: 1,
      broken: [wanted],
      unknown: [],
      skipped: [],
    });
    expect(of(wanted)).toMatchObject({
      found: expect.stringMatching(found),
      fix: expect.stringMatching(fix),
    });
  });

  test('doctor reports a missing configuration set, and then does not know its event destination', async () => {
    const { broken, unknown, of } = await examine((health) => {
      health.configurationSet = null;
    });

    expect({ broken, unknown }).toEqual({
      broken: ['configuration-set-missing'],
      unknown: ['event-destination-missing'],
    });
    expect(of('configuration-set-missing')?.fix).toMatch(
      /^aws sesv2 create-configuration-set --configuration-set-name mails --region eu-central-1$/m,
    );
  });

  test('doctor reports an AWS account whose sign-up is not complete, so that Lambda refuses it', async () => {
    const message = 'The AWS Access Key Id needs a subscription for the service';

    const { broken, unknown, of } = await examine((health) => {
      health.instead = ({ operation }) =>
        operation.includes('account-settings')
          ? { refusal: 'SubscriptionRequiredException', message, status: 403 }
          : undefined;
    });

    expect({ broken, unknown }).toEqual({
      broken: ['account-not-active'],
      unknown: ['lambda-concurrency-low'],
    });
    expect(of('account-not-active')?.fix).toMatch(
      /^https:\/\/portal\.aws\.amazon\.com\/billing\/signup/m,
    );
    expect(of('lambda-concurrency-low')?.found).toBe(
      `AWS has not activated this account yet (${message})`,
    );
  });

  test('doctor reports a flow whose sender is not an identity', async () => {
    await pushFlow(patient.tables, 'stray', 'ann@other.org');

    const { broken, unknown, of } = await examine();

    expect({ broken, unknown }).toEqual({ broken: ['flow-sender-unknown'], unknown: [] });
    expect(of('flow-sender-unknown')?.found).toBe('stray of acc_1 sends from ann@other.org');
    await pushFlow(patient.tables, 'stray', 'ann@example.com');
  });

  test('doctor reports that there is no sender', async () => {
    const { broken, skipped, of } = await examine((health) => {
      health.senders = '';
    });

    expect(broken).toEqual(['identity-not-verified', 'flow-sender-unknown']);
    expect(skipped).toEqual(['dkim-missing', 'mail-from-not-aligned', 'dmarc-absent']);
    expect(of('identity-not-verified')?.found).toBe('This deployment has no sender');
  });
});

describe("a sender's address", () => {
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

  test("a sender's address uses the DKIM and MAIL FROM of its domain, and the DMARC record of a parent domain", async () => {
    const { checks } = await examine(ofAddress(identity()));

    expect(checks.filter(({ status }) => status !== 'ok')).toEqual([]);
  });

  test("a sender's address has no DKIM and MAIL FROM if its domain is not an identity", async () => {
    const { broken, of } = await examine(ofAddress(null));

    expect(broken).toEqual(['dkim-missing', 'mail-from-not-aligned']);
    expect(of('dkim-missing')?.found).toBe(
      'Mail from hello@mail.example.com is not signed by mail.example.com; Mail from ann@example.com is not signed by example.com',
    );
  });
});
