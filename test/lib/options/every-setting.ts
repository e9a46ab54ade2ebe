/** Settings that add every optional resource to the stack. */
export const every = {
  senders: ['hello@example.com', 'example.org', 'mail.example.net', 'shared.example'],
  identities: {
    'example.org': { mailFrom: 'bounce.example.org' },
    'mail.example.net': {
      mailFrom: 'bounce.mail.example.net',
      hostedZoneId: 'Z0123456789',
      hostedZoneName: 'example.net',
    },
    'shared.example': { existing: true },
  },
  requireTls: true,
  attachmentBuckets: ['acme-contracts', 'acme.archive'],
  domain: {
    name: 'api.example.com',
    certificateArn: 'arn:aws:acm:eu-west-1:123456789012:certificate/0a1b',
    keepDefaultAddress: false,
  },
  dashboardDomain: {
    name: 'dashboard.example.com',
    certificateArn: 'arn:aws:acm:us-east-1:123456789012:certificate/2c3d',
    hostedZoneId: 'Z0123456789',
    hostedZoneName: 'example.com',
  },
  waf: {},
  throttle: { requestsPerSecond: 200, burst: 400 },
  reservedConcurrency: {
    authorizer: 50,
    render: 20,
    execute: 30,
    verify: 10,
    message: 10,
    cancel: 10,
    batch: 10,
  },
  sendConcurrency: 20,
  signIn: {
    mfa: 'required',
    saml: { metadataUrl: 'https://sso.example.com/metadata' },
    roles: [{ group: 'Staff', account: `acc_${'a'.repeat(16)}`, role: 'viewer' }],
  },
  webhookConcurrency: 12,
  alarmEmails: ['ann@example.com'],
  alarmTopicArn: 'arn:aws:sns:eu-west-1:123456789012:alarms',
  dailyQuota: 50_000,
  runbookUrl: 'https://example.com/runbook.md',
  tracing: true,
};
