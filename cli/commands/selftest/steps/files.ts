import { broken, ok } from '../../../../shared/manage/doctor/check.ts';
import type { ReportedMessage } from '../../../../shared/message/message.ts';
import { listed } from '../../../checks/listed.ts';
import { random } from '../context/accounts.ts';
import { inShort } from '../context/http.ts';
import {
  execute,
  firstSender,
  followMessage,
  readyToMail,
  scheduledId,
  sendAndFollow,
  simulator,
} from '../context/mail.ts';
import type { SelftestStep } from '../context/step.ts';
import type { StepContext } from '../context/step-context.ts';

const large = Buffer.alloc(10 * 2 ** 20, 'postrider ');
const small = Buffer.from('postrider sent this file to test itself.\n');

export const files: SelftestStep = {
  code: 'files',
  asks: 'Whether mails go out with a file; with --bucket also with 10 MB of S3, and FAILED if the file was deleted after the request',
  async run(context) {
    const { buckets } = context.options;
    const inline = { name: 'selftest.txt', content: small.toString('base64') };
    const problems = await sendFile(context, inline, small.length);
    for (const bucket of buckets) problems.push(...(await bucketProblems(context, bucket)));
    if (problems.length > 0) return broken(listed(problems));
    const { to } = context.options;
    const look = to === undefined ? '' : `; check in ${to} that each mail has its file`;
    const sentence = 'A mail with a file of the request was delivered';
    if (buckets.length === 0) return ok(`${sentence}${look}; --bucket tests files of S3`);
    const deleted = context.switchedOff ? '' : ', and none whose file was deleted';
    return ok(`${sentence}, one with 10 MB of ${buckets.join(' and of ')}${deleted}${look}`);
  },
};

async function sendFile(
  context: StepContext,
  file: { name: string; content?: string; s3?: string },
  bytes: number,
): Promise<string[]> {
  const to = context.options.to ?? simulator('success+files');
  const mail = { from: await firstSender(context), to, fields: { _attachments: [file] } };
  const { records, problems } = await sendAndFollow(context, [{ ...mail, state: 'DELIVERED' }]);
  const isListed = ({ attachments: [listedFile, ...more] = [] }: ReportedMessage) =>
    listedFile?.name === file.name && listedFile.bytes === bytes && more.length === 0;
  const unlisted = records.filter((record) => !isListed(record));
  return [
    ...problems,
    ...unlisted.map(({ messageId }) => `The record of ${messageId} does not list ${file.name}`),
  ];
}

/** Mails a file of a bucket, and schedules a mail whose file it then deletes. It leaves nothing in the bucket. */
async function bucketProblems(context: StepContext, bucket: string): Promise<string[]> {
  const objects = context.options.objects(bucket);
  const key = `postrider-selftest/${random()}.txt`;
  const s3 = `s3://${bucket}/${key}`;
  try {
    context.options.progress(`Writing 10 MB to ${s3}`);
    await objects.put(key, large);
    const problems = await sendFile(context, { name: 'large.txt', s3 }, large.length);
    if (context.switchedOff) return problems;
    return [...problems, ...(await deletedFile(context, s3, () => objects.remove(key)))];
  } finally {
    await objects.remove(key);
  }
}

async function deletedFile(context: StepContext, s3: string, remove: () => Promise<void>) {
  const { account, templateId } = await readyToMail(context);
  const { queueMs } = context.options.waits;
  const _sendAt = new Date(Date.now() + queueMs).toISOString();
  const fields = { _sendAt, _attachments: [{ name: 'deleted.txt', s3 }] };
  const mail = { to: simulator('success+deleted'), fields };
  const answer = await execute(context, account, templateId, mail);
  const id = scheduledId(answer);
  if (id === null) return [`The request with _sendAt and a file got ${inShort(answer)}`];
  await remove();
  const { problem } = await followMessage(context, account, id, 'FAILED', { moreMs: queueMs });
  return problem === null ? [] : [problem];
}
