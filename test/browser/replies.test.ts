import { SESv2Client, SendEmailCommand } from '@aws-sdk/client-sesv2';
import { keepReply } from '../../shared/adapters/tables/replies-table.ts';
import { storedReply } from '../../shared/message/reply.ts';
import { openAccount } from '../api/harness/account.ts';
import { deployment } from '../api/harness/deployment.ts';
import { flowOf, provider, template } from '../api/harness/flow.ts';
import { messageTo } from '../api/harness/messages.ts';
import { afterAll, expect, test } from '../jest.ts';
import { localClient } from '../local-client.ts';
import { accessibilityFindings } from './harness/accessibility.ts';
import { openBrowserForFile, openDashboard, openWindow } from './harness/browser.ts';
import { misfits, turn } from './harness/fit.ts';

openBrowserForFile();

const client = new SESv2Client({ ...localClient, endpoint: deployment.sesEndpoint });
afterAll(() => client.destroy());

const account = await openAccount();
await account.save({ id: 'ticket', html: '<p>Hi</p>', flow: flowOf(template, provider()) });

const verdicts = { spf: 'PASS', dkim: 'PASS', dmarc: 'FAIL', spam: 'PASS', virus: 'PASS' } as const;

test('the timeline of a message shows a reply as text, with what is wrong about it', async () => {
  const _to = 'ada@good.example';
  await account.execute({ templateId: 'ticket', variables: {}, _to });
  const { record } = await messageTo(account, _to);
  const reply = storedReply(record, {
    ...{ at: new Date().toISOString(), from: 'eve@evil.example', name: 'Eve', subject: 'Re: Hi' },
    ...{ text: 'Yes.\n\n<script>document.title = "ran"</script>', textCut: false, auto: true },
    ...{ verdicts, messageIdHeader: null, references: [], mailKey: null, mailId: 'a' },
    attachments: [{ name: 'lamp.jpg', type: 'image/jpeg', bytes: 48_213 }],
  });
  await keepReply(account.ports.messages, record, reply);

  const page = await openDashboard(account, `/messages/${record.messageId}`, {
    bypassCSP: true,
  });
  await page.getByText('Automatic reply of Eve <eve@evil.example>').waitFor();
  const words = await page.getByText('Yes.').textContent();
  expect(words).toBe('Yes.\n\n<script>document.title = "ran"</script>');
  for (const badge of ['automatic', 'not the recipient', 'DMARC failed']) {
    expect(await page.getByText(badge, { exact: true }).count()).toBe(1);
  }
  expect(await page.getByText('lamp.jpg, image/jpeg').count()).toBe(1);
  const findings: string[] = [];
  for (const scheme of ['light', 'dark'] as const) {
    await turn(page, scheme);
    findings.push(...(await accessibilityFindings(page)));
  }
  await page.setViewportSize({ width: 390, height: 844 });
  findings.push(...(await misfits(page)));
  expect(findings).toEqual([]);
});

test('the inbox offers a reply to a mail with a thread, and says if the run receives none', async () => {
  const { MessageId } = await client.send(
    new SendEmailCommand({
      FromEmailAddress: 'hello@inbox.example.com',
      Destination: { ToAddresses: ['bob@inbox.example.com'] },
      ReplyToAddresses: ['r+00000000000000000000000000@reply.example'],
      Content: { Simple: { Subject: { Data: 'Hi' }, Body: { Text: { Data: 'Hi' } } } },
    }),
  );
  const page = await openWindow({ bypassCSP: true });
  await page.goto(`${deployment.inboxUrl}mails/${MessageId}`);
  const field = page.getByRole('textbox', { name: 'Reply as bob@inbox.example.com' });
  await field.waitFor();

  expect([...(await accessibilityFindings(page)), ...(await misfits(page))]).toEqual([]);
  await field.fill('Yes.');
  await page.getByRole('button', { name: 'Reply' }).click();
  await page.getByText('No receipt rule has this recipient').waitFor();
});
