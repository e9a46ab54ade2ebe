import { attachmentsOf, filesOf, objectAt } from '../../../../trials/harness/files.ts';
import { type AcceptedMail, acceptInto } from '../../../../trials/soak/faults/ses.ts';
import { expect, test } from '../../../jest.ts';

/** A send with a file in its request and one by reference. */
const sendId = Array.from({ length: 50 }, (_, at) => `send-${at}`).find(
  (each) => filesOf(each).length === 2,
) as string;
const [inline, referred] = filesOf(sendId);

const base64 = (content?: Buffer) => content?.toString('base64') ?? '';

test.each<[string, { FileName?: string; RawContent?: string }[] | undefined, boolean]>([
  ['all files', [{}, {}], false],
  ['no file', undefined, true],
  ['one of two files', [{}], true],
  ['a file twice', [{}, {}, {}], true],
  ['a file of another name', [{ FileName: 'a.txt' }, {}], true],
  [
    'a file with another byte',
    [{}, { RawContent: `A${base64(referred?.content).slice(1)}` }],
    true,
  ],
])(
  'SES of the soak compares the files of a mail with those of its send: %s',
  async (_, changes, isWrong) => {
    const accepted: AcceptedMail[] = [];
    const Attachments = changes?.map((change, at) => {
      const file = [inline, referred][at % 2];
      return { FileName: file?.name ?? '', RawContent: base64(file?.content), ...change };
    });
    const mail = {
      FromEmailAddress: 'a@b.example',
      Destination: { ToAddresses: [], CcAddresses: [], BccAddresses: [] },
      ReplyToAddresses: [],
      Content: { Simple: { Subject: { Data: sendId }, Attachments } },
      EmailTags: [],
    };

    const call = { body: Buffer.from(JSON.stringify(mail)) };
    await acceptInto(accepted, undefined, filesOf)(call as never);

    expect(accepted).toMatchObject([{ sendId, hasOtherFiles: isWrong }]);
  },
);

test('a send refers to the object that S3 has for it', () => {
  expect(attachmentsOf(sendId)[1]).toMatchObject({ s3: `s3://soak-files/${sendId}` });
  expect(objectAt(`/soak-files/${sendId}`)).toEqual(referred?.content);
});
