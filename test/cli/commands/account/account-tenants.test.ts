import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { SESv2Client, SendEmailCommand } from '@aws-sdk/client-sesv2';
import { startInbox } from '../../../../local/mail/inbox.ts';
import { atEndOfFile, stoppedAtEnd } from '../../../end-of-file.ts';
import { describe, expect, test } from '../../../jest.ts';
import { localClient } from '../../../local-client.ts';
import { temporaryFolder } from '../../../temporary-folder.ts';
import { deploymentFile, startCommandLine } from '../../command-line.ts';
import { printed, refused } from '../../in-process.ts';

const cli = await startCommandLine();
const inbox = stoppedAtEnd(await startInbox(temporaryFolder()));
await inbox.setRules({ identities: ['shop.example', 'hello@shop.example'], sandbox: false });
const client = new SESv2Client({ ...localClient, endpoint: inbox.endpoint });
atEndOfFile(() => client.destroy());

/** The deployment of `npm start`, with these outputs besides. */
async function deploy(more: object): Promise<void> {
  const { outputs, ...run } = deploymentFile(cli);
  const deployed = {
    ...{ ...run, sesEndpoint: inbox.endpoint },
    outputs: { ...outputs, Senders: 'shop.example,hello@shop.example', ...more },
  };
  await writeFile(join(cli.dir, 'deployment.json'), JSON.stringify(deployed));
}

async function send(TenantName: string, from = 'hello@shop.example'): Promise<string> {
  const Simple = { Subject: { Data: 'Hej' }, Body: { Text: { Data: 'Hej' } } };
  const mail = new SendEmailCommand({
    ...{ FromEmailAddress: from, ConfigurationSetName: 'set', TenantName },
    Destination: { ToAddresses: ['ada@example.com'] },
    Content: { Simple },
  });
  try {
    return (await client.send(mail)).MessageId ? 'sent' : 'no id';
  } catch (error) {
    return `${(error as Error).name}: ${(error as Error).message}`;
  }
}

const make = async () => {
  const { answer } = await cli.json('account', 'create', '--name', 'Acme', '--plan', 'free');
  return (answer as { accountId: string }).accountId;
};

const arnOf = (resource: string) => `arn:aws:ses:us-east-1:000000000000:${resource}`;

describe('a deployment with tenants', () => {
  test('an account that is created is a tenant at once, and sends from every sender', async () => {
    await deploy({ Tenants: 'strict shop' });
    const id = await make();

    expect(await send(id)).toBe('sent');
    expect(await send(id, 'info@shop.example')).toBe('sent');
    expect(await cli.run(['account', 'tenants', '--account', id])).toEqual(
      printed(`${id}: complete\n`),
    );
  });

  test('account tenants adds what SES has come to know since', async () => {
    await deploy({ Tenants: 'strict shop' });
    const id = await make();
    await deploy({ Tenants: 'strict shop', ConfigurationSet: 'other', Senders: 'new.example' });

    const set = await cli.json('account', 'tenants', '--account', id);

    const associated = [arnOf('configuration-set/other')];
    const missing = [arnOf('identity/new.example')];
    expect(set.answer).toEqual({
      tenants: [{ accountId: id, created: false, associated, missing }],
    });
  });

  test('a paused account sends nothing, and another one does', async () => {
    await deploy({ Tenants: 'strict shop' });
    const [id, other] = [await make(), await make()];
    const note = ['--reason', 'A bought list'];

    expect(await cli.run(['account', 'pause', id, ...note])).toEqual(printed(`Paused ${id}\n`));
    expect(await cli.run(['account', 'pause', id])).toEqual(printed(`${id} is paused already\n`));
    expect(await send(id)).toBe(`SendingPausedException: Sending paused for tenant ${id}`);
    expect(await send(other)).toBe('sent');
    expect((await cli.json('account', 'show', id)).answer).toMatchObject({
      ...{ state: 'PAUSED', pausedBy: 'operator', pauseReason: 'A bought list' },
    });
    expect(await cli.run(['account', 'resume', id])).toEqual(printed(`Resumed ${id}\n`));
    expect(await cli.run(['account', 'resume', id])).toEqual(printed(`${id} is not paused\n`));
    expect(await send(id)).toBe('sent');
    expect((await cli.json('account', 'show', id)).answer).toMatchObject({
      ...{ state: 'ACTIVE', pausedBy: null, pausedAt: null, pauseReason: null },
    });
    const { answer } = await cli.json('trail', 'list', '--account', id);
    const { entries } = answer as { entries: { action: string }[] };
    expect(entries.map(({ action }) => action)).toEqual([
      ...['account.resumed', 'account.paused', 'account.created'],
    ]);
  });

  test('account resume lifts a pause by SES', async () => {
    await deploy({ Tenants: 'strict shop' });
    const id = await make();
    inbox.pauseTenant({ name: id, by: 'ses', cause: 'Bounce rate is too high' });

    expect(await send(id)).toMatch(/^SendingPausedException/);
    expect(await cli.run(['account', 'resume', id])).toEqual(printed(`Resumed ${id}\n`));
    expect(await send(id)).toBe('sent');
  });

  test('a deleted account is no tenant any more, and one of another stack stays', async () => {
    await deploy({ Tenants: 'strict shop' });
    const [id, other] = [await make(), await make()];
    await cli.run(['account', 'delete', id, '--confirm', 'Acme']);
    await deploy({ Tenants: 'strict other' });
    await cli.run(['account', 'delete', other, '--confirm', 'Acme']);

    expect(await send(id)).toBe(
      `AccessDeniedException: Tenant not associated with resources [${arnOf('configuration-set/set')}, ${arnOf('identity/hello@shop.example')}]`,
    );
    expect(await send(other)).toBe('sent');
  });

  test('an account is undone if SES makes no tenant', async () => {
    await deploy({ Tenants: 'strict shop' });
    const before = (await cli.json('account', 'list')).answer;
    const { outputs, ...run } = deploymentFile(cli);
    const broken = { ...run, outputs: { ...outputs, Tenants: 'strict shop' } };
    await writeFile(join(cli.dir, 'deployment.json'), JSON.stringify(broken));

    const made = await cli.json('account', 'create', '--name', 'Acme', '--plan', 'free');

    expect(made.exitCode).toBe(1);
    expect((await cli.json('account', 'list')).answer).toEqual(before);
  });
});

test('without tenants no command asks SES, and an account is not paused', async () => {
  const { outputs, ...run } = deploymentFile(cli);
  // No SES listens there.
  await writeFile(join(cli.dir, 'deployment.json'), JSON.stringify({ ...run, outputs }));
  const id = await make();
  const off = 'This deployment has no tenants: set "tenants": true and deploy';

  expect(await cli.run(['account', 'pause', id])).toEqual(refused(off));
  expect(await cli.run(['account', 'resume', id])).toEqual(refused(off));
  expect(await cli.run(['account', 'tenants'])).toEqual(refused(off));
  expect(await cli.run(['account', 'delete', id, '--confirm', 'Acme'])).toMatchObject({
    exitCode: 0,
  });
});
