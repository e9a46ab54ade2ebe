import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ListObjectsV2Command, PutObjectCommand, S3Client } from '@aws-sdk/client-s3';
import type { Email } from 'aws-ses-v2-local/dist/store.js';
import { atEndOfFile } from '../../end-of-file.ts';
import { expect, test } from '../../jest.ts';
import { temporaryFolder } from '../../temporary-folder.ts';
import { openAccount } from '../harness/account.ts';
import { call } from '../harness/call.ts';
import { commandInWords } from '../harness/cli.ts';
import { flowOf, provider, template } from '../harness/flow.ts';
import { messageThatIs } from '../harness/messages.ts';
import { startOwnRun } from '../harness/own-run.ts';

const data = temporaryFolder();
writeFileSync(join(data, 'postrider.json'), '{"attachmentBuckets":["acme-contracts"]}');
const run = await startOwnRun({ data });
const account = await openAccount('team', run.deployment);
await account.save({ id: 'contract', html: '<p>Hi</p>', flow: flowOf(template, provider()) });
const { s3Endpoint: endpoint = '', region } = run.deployment;
const credentials = { accessKeyId: 'any', secretAccessKey: 'any' };
const s3 = new S3Client({ endpoint, region, credentials, forcePathStyle: true });
atEndOfFile(() => s3.destroy());

const put = (Key: string, Body: Uint8Array) =>
  s3.send(new PutObjectCommand({ Bucket: 'acme-contracts', Key, Body }));

const execute = (to: string, s3Address: string, more: object = {}) =>
  account.execute({
    ...{ templateId: 'contract', variables: {}, _to: `${to}@inbox.example.com` },
    _attachments: [{ name: 'Vertrag.pdf', s3: s3Address }],
    ...more,
  });

async function filesTo(to: string): Promise<{ filename: string | undefined; content: string }[]> {
  const answer = await fetch(`${run.deployment.sesEndpoint}/store`);
  const { emails } = (await answer.json()) as { emails: Email[] };
  const mails = emails.filter(({ destination }) =>
    destination.to.includes(`${to}@inbox.example.com`),
  );
  expect(mails).toHaveLength(1);
  return (mails[0]?.attachments ?? []).map(({ filename, content }) => ({ filename, content }));
}

test('the start says where the buckets are', () => {
  expect(run.stdout()).toContain(`  S3            ${run.deployment.s3Endpoint}  (`);
});

test('a mail has the file that a program of the team has put into the bucket', async () => {
  const file = Buffer.from([0, 255, 13, 10, 128]);
  await put('2026/Übersicht 1001+a.pdf', file);

  const answer = await execute('ada', 's3://acme-contracts/2026/Übersicht 1001+a.pdf');

  expect(answer.body).toMatchObject({ type: 'sent' });
  expect(await filesTo('ada')).toEqual([
    { filename: 'Vertrag.pdf', content: file.toString('base64') },
  ]);
});

test('a scheduled mail has the file as it is when the mail is sent', async () => {
  await put('later.pdf', Buffer.from('before'));
  const { body } = await execute('grace', 's3://acme-contracts/later.pdf', {
    _sendAt: new Date(Date.now() + 3_600_000).toISOString(),
  });
  await put('later.pdf', Buffer.from('after'));
  const words = ['message', 'send', (body as { id: string }).id, '--account', account.accountId];
  await commandInWords(words, data);

  await messageThatIs('DELIVERED', account, 'grace@inbox.example.com');

  expect(await filesTo('grace')).toMatchObject([
    { content: Buffer.from('after').toString('base64') },
  ]);
});

test('each mail of a batch has the file of its own entry', async () => {
  await put('first.pdf', Buffer.from('first'));
  await put('second.pdf', Buffer.from('second'));
  const entry = (name: string) => ({
    ...{ templateId: 'contract', variables: {}, _to: `${name}@inbox.example.com` },
    _attachments: [{ name: `${name}.pdf`, s3: `s3://acme-contracts/${name}.pdf` }],
  });
  const body = { messages: [entry('first'), entry('second')] };

  await call('/v1/batch', { key: account.key, baseUrl: account.baseUrl, body });
  await messageThatIs('DELIVERED', account, 'first@inbox.example.com');
  await messageThatIs('DELIVERED', account, 'second@inbox.example.com');

  for (const name of ['first', 'second']) {
    expect(await filesTo(name)).toEqual([
      { filename: `${name}.pdf`, content: Buffer.from(name).toString('base64') },
    ]);
  }
});

test('a file that is not in the bucket and a bucket that the settings do not name are refused', async () => {
  const refused = (error: string) => ({
    status: 200,
    body: { success: false, type: 'validation_failed', field: '_attachments', error },
  });

  expect(await execute('nobody', 's3://acme-contracts/none.pdf')).toMatchObject(
    refused(
      '_attachments[0].s3: s3://acme-contracts/none.pdf does not exist, or a policy or its KMS key does not let this deployment read it',
    ),
  );
  expect(await execute('nobody', 's3://acme-other/a.pdf')).toMatchObject(
    refused("_attachments: the bucket acme-other is not one of this deployment's"),
  );
});

test('selftest --bucket mails 10 MB of a bucket, and leaves nothing', async () => {
  const words = ['selftest', '--only', 'files', '--bucket', 'acme-contracts', '--json'];
  const { steps } = JSON.parse((await commandInWords(words, data)).text);
  const listed = await s3.send(
    new ListObjectsV2Command({ Bucket: 'acme-contracts', Prefix: 'postrider-selftest/' }),
  );

  expect(steps).toMatchObject([
    {
      status: 'ok',
      found:
        'A mail with a file of the request was delivered, one with 10 MB of acme-contracts, and none whose file was deleted',
    },
    { status: 'ok' },
  ]);
  expect(listed.Contents).toBeUndefined();
});
