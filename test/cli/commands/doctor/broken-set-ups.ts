import { destination, type Health, healthyDns, identity, txt } from './health.ts';

type BreakIt = (health: Health) => void;
type Broken = [breakIt: BreakIt, found: RegExp, fix: RegExp];

/** Gives some fields of the health other values. */
export const set =
  (changes: Partial<Health>): BreakIt =>
  (health) =>
    void Object.assign(health, changes);
const ses =
  (changes: Record<string, unknown>): BreakIt =>
  (health) =>
    void Object.assign(health.ses, changes);
const sender = (changes: Record<string, unknown>) =>
  set({ identities: new Map([['example.com', identity(changes)]]) });
const mailFrom = (MailFromDomain: string, MailFromDomainStatus: string) =>
  sender({ MailFromAttributes: { MailFromDomain, MailFromDomainStatus } });
const dmarc = (...records: string[]) =>
  set({
    dns: (name) => (name === '_dmarc.example.com' ? txt(name, ...records) : healthyDns(name)),
  });
const reporting = (changes: Record<string, unknown>) =>
  set({ destinations: [destination(changes)] });
const lambda = (ConcurrentExecutions: number, UnreservedConcurrentExecutions: number) =>
  set({ lambda: { ConcurrentExecutions, UnreservedConcurrentExecutions } });
const inStatus = (stackStatus: string, fix: RegExp): Broken => [
  set({ stackStatus }),
  new RegExp(`^The stack postrider is ${stackStatus}$`),
  fix,
];

const deployAgain =
  /^Deploy it again, which first removes the rest of the failed deployment\nnpm run -s postrider -- deploy --region eu-central-1$/m;
const destroyFirst =
  /^npm run -s postrider -- destroy --stack postrider --region eu-central-1\nnpm run -s postrider -- deploy --region eu-central-1$/m;

const brokenBy: Record<string, Broken[]> = {
  'not-bootstrapped': [
    [
      set({ bootstrap: null }),
      /^The CDK is not bootstrapped in eu-central-1 of account 111122223333$/,
      /^npx cdk bootstrap aws:\/\/111122223333\/eu-central-1$/m,
    ],
    [
      set({ bootstrap: '5', qualifier: 'acme' }),
      /has version 5, and 6 is needed$/,
      /^npx cdk bootstrap \S+ --qualifier acme --toolkit-stack-name CDKToolkit-acme$/m,
    ],
    [set({ bootstrap: '5' }), /has version 5, and 6 is needed$/, /^npx cdk bootstrap/m],
  ],
  'lambda-concurrency-low': [
    [
      lambda(10, 10),
      /^Lambda runs 10 executions at once in eu-central-1: more simultaneous requests get 500$/,
      /^aws service-quotas request-service-quota-increase --service-code lambda --quota-code L-B99A9384 --desired-value 1000 --region eu-central-1$/m,
    ],
    [
      lambda(1000, 50),
      /^Lambda runs 50 executions at once in eu-central-1 besides the 950 that functions have reserved: /,
      /--desired-value 1950 /,
    ],
  ],
  'ses-sandbox': [
    [
      ses({ ProductionAccessEnabled: false }),
      /^SES is in the sandbox in eu-central-1$/,
      /^https:\/\/eu-central-1\.console\.aws\.amazon\.com\/ses\/home\?region=eu-central-1#\/account$/m,
    ],
    [
      ses({ ProductionAccessEnabled: false, Details: { ReviewDetails: { Status: 'PENDING' } } }),
      / \(AWS's review of your request to leave it: PENDING\)$/,
      /the answer is on this page/,
    ],
  ],
  'sending-paused': [
    [
      ses({ SendingEnabled: false }),
      /^Sending is paused for the whole AWS account in eu-central-1$/,
      /^aws sesv2 put-account-sending-attributes --sending-enabled --region eu-central-1$/m,
    ],
    [ses({ EnforcementStatus: 'SHUTDOWN' }), /^AWS has paused/, /#\/reputation$/m],
    [ses({ EnforcementStatus: 'PROBATION' }), /under review$/, /#\/reputation$/m],
    [
      set({ configurationSet: { SendingOptions: { SendingEnabled: false } } }),
      /^Sending is paused for the configuration set mails$/,
      /--configuration-set-name mails --sending-enabled/,
    ],
    [
      set({ sending: 'off' }),
      /switched off in the settings/,
      /^npm run -s postrider -- deploy --region eu-central-1$/m,
    ],
  ],
  'daily-quota-nearly-used': [
    [
      ses({ SendQuota: { Max24HourSend: 50_000, SentLast24Hours: 40_000 } }),
      /^40,000 of 50,000 mails of 24 hours are used: 80 %$/,
      /servicequotas\/home\/services\/ses\/quotas/,
    ],
  ],
  'attachment-bucket': [
    [
      ({ buckets }) => void buckets.delete('acme-archive'),
      /^There is no bucket acme-archive$/,
      /^Create it, or correct "attachmentBuckets" in postrider\.json and deploy\naws s3 mb s3:\/\/acme-archive --region eu-central-1\n.*-- deploy /m,
    ],
    [
      ({ buckets }) => void buckets.set('acme-archive', 'us-east-1'),
      /^The bucket acme-archive is in us-east-1, and the functions are in eu-central-1$/,
      /^Copy its files into a bucket in eu-central-1, name that one in "attachmentBuckets" in postrider\.json, then deploy\n.*-- deploy /m,
    ],
  ],
  'replies-rule-set': [
    [
      ({ ruleSet }) => void Object.assign(ruleSet, { name: 'company' }),
      /^SES's receipt rule set postrider-replies in eu-central-1 is not the active one: company is active$/,
      /^If nothing else .*\naws ses set-active-receipt-rule-set --rule-set-name postrider-replies --region eu-central-1$/m,
    ],
    [
      ({ ruleSet }) => void Object.assign(ruleSet, { domain: 'other.example' }),
      /^The receipt rule set postrider-replies has no rule for reply\.example\.com$/,
      /-- deploy /,
    ],
  ],
  'replies-dns': [
    [
      set({ dns: (name) => (name === 'reply.example.com' ? {} : healthyDns(name)) }),
      /^The MX record of reply\.example\.com does not lead to SES$/,
      /^reply\.example\.com MX 10 inbound-smtp\.eu-central-1\.amazonaws\.com$/m,
    ],
  ],
  'send-rate': [
    [
      (health) => {
        health.sendConcurrency = 100;
        health.ses.SendQuota = { Max24HourSend: 50_000, SentLast24Hours: 0, MaxSendRate: 200 };
      },
      /^Scheduled mails and batches are sent at up to 750 mails a second, and SES takes 200$/,
      /^Set "sendConcurrency": 26 in postrider\.json or ask AWS for a higher rate, then deploy\n.*-- deploy /m,
    ],
  ],
  'identity-not-verified': [
    [
      sender({ VerifiedForSendingStatus: false, VerificationStatus: 'PENDING' }),
      /^example\.com is not verified: SES has not found its DKIM records \(PENDING\)$/,
      /^aaa\._domainkey\.example\.com CNAME aaa\.dkim\.amazonses\.com$/m,
    ],
  ],
  'dkim-missing': [
    [
      sender({ DkimAttributes: { SigningEnabled: true, Status: 'PENDING', Tokens: ['aaa'] } }),
      /^The DKIM records of example\.com are missing or wrong \(PENDING\)$/,
      /^aaa\._domainkey\.example\.com CNAME aaa\.dkim\.amazonses\.com$/m,
    ],
    [
      sender({ DkimAttributes: { SigningEnabled: false, Status: 'SUCCESS', Tokens: [] } }),
      /^DKIM is switched off for example\.com$/,
      /put-email-identity-dkim-attributes --email-identity example\.com --signing-enabled/,
    ],
  ],
  'mail-from-not-aligned': [
    [
      sender({ MailFromAttributes: {} }),
      /^example\.com has no MAIL FROM domain of its own$/,
      /^mail\.example\.com MX 10 feedback-smtp\.eu-central-1\.amazonses\.com$/m,
    ],
    [
      mailFrom('b.example.com', 'FAILED'),
      /MAIL FROM domain b\.example\.com \(FAILED\)$/,
      /^b\.example\.com TXT "v=spf1 include:amazonses\.com ~all"$/m,
    ],
    [
      mailFrom('b.other.org', 'SUCCESS'),
      /^The MAIL FROM domain of example\.com, b\.other\.org, is not a subdomain of example\.com$/,
      /"identities": \{"example\.com": \{"mailFrom": "mail\.example\.com"\}\}/,
    ],
  ],
  'dmarc-absent': [
    [
      dmarc('some other record'),
      /^example\.com has no DMARC record$/,
      /^_dmarc\.example\.com TXT "v=DMARC1; p=none"$/m,
    ],
    [
      set({
        dns: (name) =>
          name.endsWith('dmarc.example.com') ? { rcode: 'NXDOMAIN' } : healthyDns(name),
      }),
      /^example\.com has no DMARC record$/,
      /v=DMARC1/,
    ],
    [dmarc('v=DMARC1; p=none', 'v=DMARC1'), /2 DMARC records/, /^Keep only one/],
  ],
  'event-destination-missing': [
    [
      reporting({ EventBridgeDestination: undefined }),
      /^The configuration set mails does not report to EventBridge$/,
      /^aws sesv2 create-configuration-set-event-destination --configuration-set-name mails .*event-bus\/default}" --region eu-central-1$/m,
    ],
    [
      reporting({ Enabled: false }),
      /^The reports of the configuration set mails are switched off$/,
      /--event-destination-name reports/,
    ],
    [
      reporting({ MatchingEventTypes: ['DELIVERY', 'BOUNCE'] }),
      /does not report COMPLAINT, REJECT, DELIVERY_DELAY$/,
      /^aws sesv2 update-configuration-set-event-destination/m,
    ],
  ],
  'plan-key-missing': [
    [
      set({ keys: new Map(), members: new Map() }),
      /^The API Gateway key of acc_1 is gone$/,
      /^npm run -s postrider -- account set-plan acc_1 --plan pro --stack postrider --region eu-central-1$/m,
    ],
    [set({ members: new Map() }), /in no usage plan$/, /set-plan acc_1/],
    [
      set({ members: new Map([['plan-free', ['gw1']]]) }),
      /is in plan free, not pro$/,
      /set-plan acc_1 --plan pro/,
    ],
    [
      set({ keys: new Map([['gw1', false]]) }),
      /is switched off$/,
      /^aws apigateway update-api-key --api-key gw1 .* --region eu-central-1$/m,
    ],
  ],
  'bundles-older-than-code': [
    [
      ({ code }) => void code.set('Execute', '0'.repeat(64)),
      /^The code that runs differs from this checkout: Execute$/,
      /^npm run -s postrider -- deploy --region eu-central-1$/m,
    ],
  ],
  'suppression-off': [
    [
      (health) => {
        health.suppression = 'off';
        health.ses.SuppressionAttributes = { SuppressedReasons: ['COMPLAINT'] };
      },
      /^Neither this deployment nor/,
      /put-account-suppression-attributes/,
    ],
    [
      ({ ses }) => {
        ses.SuppressionAttributes = { SuppressedReasons: [] };
      },
      /^The AWS account's own list does not keep all bounces and complaints\./,
      /put-account-suppression-attributes/,
    ],
  ],
  'table-missing': [
    [
      set({ deleted: new Set(['Keys']) }),
      /^Deleted: Keys$/,
      /^aws dynamodb list-backups --backup-type SYSTEM --table-name Keys /m,
    ],
  ],
  'no-point-in-time-recovery': [
    [
      set({ withoutRecovery: new Set(['Keys']) }),
      /^Switched off: Keys$/,
      /^aws dynamodb update-continuous-backups --table-name Keys /m,
    ],
  ],
  'dead-letters-waiting': [
    [
      set({ letters: 2 }),
      /^2 messages are in the dead-letter queue$/,
      /^aws sqs receive-message --queue-url http.*\/letters /m,
    ],
  ],
  'domain-not-ready': [
    [
      set({ dns: (name) => (name === 'api.example.com' ? {} : healthyDns(name)) }),
      /^api\.example\.com is not in DNS$/,
      /^api\.example\.com CNAME d-1\.execute-api\.eu-central-1\.amazonaws\.com$/m,
    ],
    [
      set({ domain: { domainNameStatus: 'PENDING_CERTIFICATE_REIMPORT' } }),
      /^api\.example\.com is PENDING_CERTIFICATE_REIMPORT$/,
      /\/acm\/home\?region=eu-central-1#\/certificates\/list$/m,
    ],
  ],
  'stack-not-ready': [
    ...['CREATE_FAILED', 'ROLLBACK_COMPLETE', 'ROLLBACK_FAILED'].map((status) =>
      inStatus(status, deployAgain),
    ),
    ...['DELETE_FAILED', 'IMPORT_ROLLBACK_FAILED'].map((status) => inStatus(status, destroyFirst)),
    inStatus(
      'UPDATE_FAILED',
      /^aws cloudformation rollback-stack --stack-name postrider --region eu-central-1$/m,
    ),
    inStatus(
      'UPDATE_ROLLBACK_FAILED',
      /^aws cloudformation continue-update-rollback --stack-name postrider /m,
    ),
  ],
};

/** Set-ups with one fault each, and the code, the finding and the fix that doctor prints for it. */
export const setUps = Object.entries(brokenBy).flatMap(([code, broken]) =>
  broken.map((one): [string, ...Broken] => [code, ...one]),
);
