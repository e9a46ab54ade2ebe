import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { SESv2Client, SendEmailCommand } from '@aws-sdk/client-sesv2';
import { describe, expect, test } from '../../jest.ts';
import { localClient } from '../../local-client.ts';
import { until } from '../../patience.ts';
import { temporaryFolder } from '../../temporary-folder.ts';
import { openAccount, type TestAccount } from '../harness/account.ts';
import { call } from '../harness/call.ts';
import { commandInWords } from '../harness/cli.ts';
import { flowOf, provider, template } from '../harness/flow.ts';
import { startOwnRun } from '../harness/own-run.ts';
import type { LocalProcess } from '../run/local-process.ts';

const flowFrom = (from: string) => flowOf(template, provider({ from }));

async function sendFrom(account: TestAccount, from: string, _to = 'ada@good.example') {
  await account.save({ id: 'sends', html: '<p>Hi</p>', flow: flowFrom(from) });
  return account.execute({ templateId: 'sends', variables: {}, _to });
}

const demoMail = ({ deployment: { apiKey: key, baseUrl } }: LocalProcess) =>
  call('/v1/execute', {
    ...{ key, baseUrl },
    body: { templateId: 'welcome', variables: { name: 'Ada' }, _to: 'someone@inbox.example.com' },
  });

async function sendersInInbox({ deployment }: LocalProcess): Promise<string[]> {
  const answer = await fetch(`${deployment.sesEndpoint}/store`);
  const { emails } = (await answer.json()) as { emails: { from: string }[] };
  return emails.map(({ from }) => from);
}

describe('a run whose settings name senders', () => {
  let run: LocalProcess;
  let account: TestAccount;

  test('a run whose settings name senders sends from them, and so does its demo', async () => {
    const data = temporaryFolder();
    const settings = join(data, 'postrider.json');
    writeFileSync(settings, '{"senders":["shop.example","Ann@post.example"]}');

    run = await startOwnRun({ data });
    account = await openAccount('team', run.deployment);
    const answers = [
      await sendFrom(account, 'Shop <hello@mail.shop.example>'),
      await sendFrom(account, 'Ann@post.example'),
      await demoMail(run),
    ];

    expect(answers).toMatchObject(answers.map(() => ({ status: 200, body: { type: 'sent' } })));
    expect(await sendersInInbox(run)).toEqual([
      ...['Shop <hello@mail.shop.example>', 'Ann@post.example', 'hello@shop.example'],
    ]);
    expect(run.stderr()).not.toContain('AWS');
  });

  test.each([
    ['other@post.example', ''],
    ['ann@post.example', ': SES distinguishes upper and lower case, write it as Ann@post.example'],
  ])('a run that names senders answers flow_error for any other: %s', async (from, more) => {
    const answer = await sendFrom(account, from);

    const error = `The flow's sender at post.example is not a sender identity of this deployment${more}`;
    expect(answer).toEqual({ status: 200, body: { success: false, type: 'flow_error', error } });
  });

  test('a run whose settings name senders refuses other senders also at its SES', async () => {
    const endpoint = run.deployment.sesEndpoint;
    const client = new SESv2Client({ ...localClient, endpoint });

    const sending = client.send(
      new SendEmailCommand({
        FromEmailAddress: 'eve@else.example',
        Destination: { ToAddresses: ['ada@good.example'] },
        Content: { Simple: { Subject: { Data: 'Hi' }, Body: { Text: { Data: 'Hi' } } } },
      }),
    );

    await expect(sending).rejects.toMatchObject({ name: 'MessageRejected' });
    client.destroy();
  });

  test('a run whose settings name senders shows them in the dashboard and the CLI', async () => {
    const answer = await fetch(`${run.deployment.dashboardUrl}/manage/v1/senders`);
    await sendFrom(account, 'other@post.example');
    const { text } = await commandInWords(
      ['template', 'lint', '--account', account.accountId],
      run.data,
    );

    expect(await answer.json()).toMatchObject({
      items: [
        { identity: 'shop.example', status: 'verified' },
        { identity: 'Ann@post.example', status: 'verified' },
      ],
    });
    expect(run.deployment.outputs.Senders).toBe('shop.example,Ann@post.example');
    expect(text).toContain('its identities are shop.example, Ann@post.example');
  });
});

test('a run whose settings name no senders accepts any, and prints what AWS would do: at the start, and once for each sender', async () => {
  const run = await startOwnRun({ data: temporaryFolder() });
  const account = await openAccount('team', run.deployment);
  const said = () => run.stderr().match(/^.*\bAWS\b.*$/gm) ?? [];

  const answers = [
    await sendFrom(account, 'Zoë <z@s.example>'),
    await sendFrom(account, 'z@s.example'),
    await demoMail(run),
  ];
  await until(() => said().length === 3);

  const settings = join(run.data, 'postrider.json');
  expect(answers).toMatchObject(answers.map(() => ({ status: 200, body: { type: 'sent' } })));
  expect(said()).toEqual([
    `${settings} names no senders, so flows may send from any address here. In AWS flows may send only from the addresses and domains in "senders"; with any other sender, execute answers flow_error.`,
    `AWS would refuse mails from z@s.example: "senders" in ${settings} names neither this address nor its domain.`,
    `AWS would refuse mails from hello@inbox.example.com: "senders" in ${settings} names neither this address nor its domain.`,
  ]);
});
