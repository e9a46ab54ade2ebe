import type { Deployment } from '../../local/deployment-file.ts';
import { summary } from '../../local/summary.ts';
import { expect, test } from '../jest.ts';

const deployment = {
  baseUrl: 'http://127.0.0.1:3000/v1',
  doorsUrl: 'http://127.0.0.1:3000/doors',
  smtpUrl: 'smtp://127.0.0.1:2525',
  apiKey: 'pr_x',
  testApiKey: 'pr_test_x',
  inboxUrl: 'http://127.0.0.1:4000/',
  dashboardUrl: 'http://127.0.0.1:3001',
  sesEndpoint: 'http://127.0.0.1:4000',
} as Deployment;

test('the summary of a start names the address, both keys, the dashboard, the inbox and the next steps', () => {
  const text = summary(deployment, { data: '.local' });

  for (const part of [
    '  Base address  http://127.0.0.1:3000/v1\n',
    '  Resend API    http://127.0.0.1:3000/doors/resend  (for code that calls Resend)\n',
    '  Postmark API  http://127.0.0.1:3000/doors/postmark  (for code that calls Postmark)\n',
    '  SMTP          smtp://127.0.0.1:2525  (user: any, password: the API key)\n',
    '  API key       pr_x\n',
    '  Test key      pr_test_x  (its mails reach nobody; the dashboard shows them)\n',
    '  Dashboard     http://127.0.0.1:3001\n',
    '  Inbox         http://127.0.0.1:4000/\n',
    ' npm run -s postrider -- --help\n',
    'Ctrl-C stops it.\n',
  ]) {
    expect(text).toContain(part);
  }
  expect(text.match(/^curl /gm)).toHaveLength(3);
});

test('the summary of a start names the data folder for the CLI if it is not the usual one', () => {
  const text = summary(deployment, { data: "it's here" });

  expect(text).toContain("POSTRIDER_DATA='it'\\''s here' npm run -s postrider -- --help");
});

test('the summary of a start says why there is no dashboard', () => {
  const text = summary({ ...deployment, dashboardUrl: null }, { data: '.local' });

  expect(text).toContain('  Dashboard     none: switched off in the settings\n');
});

test('the summary of a start names the address of S3 only if there are buckets of attachments', () => {
  const s3Endpoint = 'http://127.0.0.1:4566';

  expect(summary({ ...deployment, s3Endpoint }, { data: '.local' })).toContain(
    '/\n  S3            http://127.0.0.1:4566  (the buckets of attachments and replies: empty at every start)\n\nRender',
  );
  expect(summary(deployment, { data: '.local' })).toContain('4000/\n\nRender');
});

test('the summary of a start says where the mails go if there is no inbox', () => {
  const text = summary({ ...deployment, inboxUrl: null }, { data: '.local' });

  expect(text).toContain('  Inbox         none: mail goes to http://127.0.0.1:4000\n');
});
