import fc from 'fast-check';
import { Refusal } from '../../../../shared/engine/errors.ts';
import { checkAttachments } from '../../../../shared/execute/attachments/check-attachments.ts';
import { expect, test } from '../../../jest.ts';

const content = 'YQ==';
const file = { name: 'a.txt', content };

function problemOf(...list: unknown[]): string | null {
  const checked = checkAttachments(list, ['acme']);
  if (checked.ok) return null;
  expect(checked.field).toBe('_attachments');
  return checked.error;
}

function refusalOf(...list: unknown[]): string {
  try {
    checkAttachments(list, []);
  } catch (error) {
    if (error instanceof Refusal && error.status === 400) return error.message;
    throw error;
  }
  throw new Error('The entries were not refused');
}

test.each([
  [['a.txt'], '_attachments[0] must be an object, found a string'],
  [[file, null], '_attachments[1] must be an object, found null'],
  [[[file]], '_attachments[0] must be an object, found an array'],
  [[{ content }], '_attachments[0].name is required'],
  [[{ ...file, name: null }], '_attachments[0].name is required'],
  [[{ ...file, name: '' }], '_attachments[0].name is required'],
  [[{ ...file, name: 7 }], '_attachments[0].name must be a string, found a number'],
  [[{ ...file, content: {} }], '_attachments[0].content must be a string, found an object'],
  [[file, { ...file, cid: 1 }], '_attachments[1].cid must be a string, found a number'],
  [[{ ...file, type: [] }], '_attachments[0].type must be a string, found an array'],
  [[{ name: 'a.txt', s3: true }], '_attachments[0].s3 must be a string, found a boolean'],
  [
    [{ ...file, filename: 'a.txt' }],
    '_attachments[0].filename is not a known delivery field: an attachment has name, content, s3, cid and type',
  ],
])('a wrong type is refused with its place: %j', (list, error) => {
  expect(refusalOf(...list)).toBe(error);
});

test('null counts as not given', () => {
  expect(problemOf({ ...file, s3: null, cid: null, type: null })).toBeNull();
});

test.each([
  ...['invoice-1001.pdf', 'invoice.exe.pdf', 'README.md', 'archive.tar.gz', 'data.unknown-kind'],
  ...[
    'A.PDF',
    'Contract.pdf',
    'Übersicht März.pdf',
    '請求書.pdf',
    'فاتورة.pdf',
    'it\'s "final".pdf',
  ],
  `${'🙂'.repeat(62)}abc.pdf`,
])('the name is taken: %s', (name) => {
  expect(problemOf({ ...file, name })).toBeNull();
});

test.each([
  [`${'🙂'.repeat(63)}.pdf`, 'is longer than 255 bytes'],
  ['a\r\nBcc: eve@example.com.pdf', 'must not contain control characters or line breaks'],
  ['a\u0000.pdf', 'must not contain control characters or line breaks'],
  ['a\u2028.pdf', 'must not contain control characters or line breaks'],
  ['a\ud83d.pdf', 'must not contain control characters or line breaks'],
  ['invoice\u202efdp.txt', 'must not contain characters that reverse its direction'],
  ['../../etc/passwd.txt', 'must not contain / or \\'],
  ['C:\\invoice.pdf', 'must not contain / or \\'],
  ['\u200finvoice.pdf', 'must not contain characters that reverse its direction'],
  ['a.exe:invoice.pdf', 'must not contain :, < or >'],
  ['a<b>.pdf', 'must not contain :, < or >'],
  ['Con.pdf', 'must not be the name of a device'],
  ['lpt1 .tar.gz', 'must not be the name of a device'],
  ['invoice.pdf.', 'must not end in a dot or a space'],
  ['invoice.pdf ', 'must not end in a dot or a space'],
  ['invoice', 'must have an extension, such as .pdf'],
  ['.pdf', 'must have an extension, such as .pdf'],
  ['Invoice No. 5 of May', 'must have an extension, such as .pdf'],
  ['setup.ｅｘｅ', 'must have an extension, such as .pdf'],
  ['setup.exe\u200b', 'must have an extension, such as .pdf'],
  ['setup.exe', 'has the extension .exe, which SES does not send'],
  ['invoice.pdf.EXE', 'has the extension .exe, which SES does not send'],
  ['macro.Js', 'has the extension .js, which SES does not send'],
])('the name is refused before SES does: %j', (name, complaint) => {
  expect(problemOf(file, { ...file, name })).toBe(`_attachments[1].name ${complaint}`);
});

test.each([
  ...['%%%', 'YQ', 'YQ=', 'YQ===', 'YR==', ' YQ==', 'YQ==\n', 'YWFh\nYWFh', '_-8=', 'YQ==YQ=='],
])('broken base64 is refused and never sent as a broken file: %j', (broken) => {
  expect(problemOf({ ...file, content: broken })).toBe(
    '_attachments[0].content is not standard base64',
  );
});

test('a data: address in place of base64 is refused by its name', () => {
  expect(problemOf({ ...file, content: 'data:text/plain;base64,YQ==' })).toBe(
    '_attachments[0].content is a data: address: leave out all up to the comma',
  );
});

test('an empty file is refused', () => {
  expect(problemOf({ ...file, content: '' })).toBe('_attachments[0].content is empty');
});

test('any bytes in standard base64 are taken with their size', () => {
  fc.assert(
    fc.property(fc.uint8Array({ minLength: 1, maxLength: 500 }), (bytes) => {
      const given = Buffer.from(bytes).toString('base64');
      expect(checkAttachments([{ name: 'a.bin', content: given }], [])).toEqual({
        ok: true,
        files: [{ name: 'a.bin', source: { content: given, bytes: bytes.length } }],
      });
    }),
  );
});

test('a file is in content or in S3, and in one of them alone', () => {
  expect(problemOf({ name: 'a.txt' })).toBe('_attachments[0] must have content or s3');
  expect(problemOf({ ...file, s3: 's3://acme/a' })).toBe(
    '_attachments[0] must not have both content and s3',
  );
});

test.each([
  's3://acme/a.pdf',
  's3://acme/2026/Übersicht und mehr+100%?#.pdf',
  's3://acme//a//b',
  's3://acme/..a/b..',
])('the address is taken: %s', (s3) => {
  expect(problemOf({ name: 'a.pdf', s3 })).toBeNull();
});

test.each([
  ['https://acme.example/a.pdf', 'must be an address such as s3://bucket/key'],
  ['s3://acme', 'must be an address such as s3://bucket/key'],
  ['s3://acme/', 'must be an address such as s3://bucket/key'],
  ['s3:///a.pdf', 'must be an address such as s3://bucket/key'],
  ['s3://ACME/a.pdf', 'must be an address such as s3://bucket/key'],
  ['s3://acme:443/a.pdf', 'must be an address such as s3://bucket/key'],
  ['', 'must be an address such as s3://bucket/key'],
  [`s3://acme/${'ü'.repeat(513)}`, 'has a key of more than 1024 bytes'],
  ['s3://acme/a\nb', 'must not contain control characters'],
  ['s3://acme/../other/a.pdf', 'must not have . or .. as a part of its key'],
  ['s3://acme/a/./b', 'must not have . or .. as a part of its key'],
])('the address is refused: %j', (s3, complaint) => {
  expect(problemOf({ name: 'a.pdf', s3 })).toBe(`_attachments[0].s3 ${complaint}`);
});

test("a bucket that is not this deployment's is refused by its name", () => {
  expect(problemOf(file, { name: 'a.pdf', s3: 's3://acme-x/a.pdf' })).toBe(
    "_attachments: the bucket acme-x is not one of this deployment's",
  );
});

const complaint = 'must be 1 to 78 ASCII letters, digits, dots, hyphens and underscores';

test.each(['', 'my logo', '<logo>', 'logo@acme', 'lögo', 'a\r\nb', 'x'.repeat(79)])(
  'a cid with anything but its characters is refused: %j',
  (cid) => {
    expect(problemOf({ ...file, cid })).toBe(`_attachments[0].cid ${complaint}`);
  },
);

test('the same cid twice is refused, also in another case', () => {
  const list = [{ ...file, cid: 'logo' }, file, { ...file, cid: 'LOGO' }];

  expect(problemOf(...list)).toBe('_attachments[2].cid is the same as that of _attachments[0]');
  expect(problemOf({ ...file, cid: 'a' }, { ...file, cid: 'x'.repeat(78) })).toBeNull();
});

test.each([
  'application/pdf',
  'text/calendar; method=REQUEST',
  'text/plain; format="a; name=b"; filename=c',
  'text/csv;charset=utf-8; header=present',
  'text/plain; charset="utf-8"',
  'application/vnd.openxmlformats-officedocument.presentationml.presentation',
])('the type is taken: %s', (type) => {
  expect(problemOf({ ...file, type })).toBeNull();
});

test.each([
  ['', 'must be a media type, such as application/pdf'],
  ['pdf', 'must be a media type, such as application/pdf'],
  ['text/plain\r\nBcc: eve@example.com', 'must be a media type, such as application/pdf'],
  ['text/plain; charset', 'must be a media type, such as application/pdf'],
  ['text/plain; name="ü"', 'must be a media type, such as application/pdf'],
  [`text/${'x'.repeat(74)}`, 'is longer than 78 characters'],
  ['multipart/mixed; charset=a', 'must not be a type of multipart or message'],
  ['Message/rfc822', 'must not be a type of multipart or message'],
  ['text/plain; name="a.exe"', 'must not have the parameter name or boundary'],
  ['text/plain;Name=a.exe', 'must not have the parameter name or boundary'],
  ['text/plain; charset=utf-8; boundary=a', 'must not have the parameter name or boundary'],
])('the type is refused: %j', (type, complaint) => {
  expect(problemOf({ ...file, type })).toBe(`_attachments[0].type ${complaint}`);
});

test('ten files are taken and eleven are refused', () => {
  expect(problemOf(...Array(10).fill(file))).toBeNull();
  expect(problemOf(...Array(11).fill(file))).toBe('_attachments has more than 10 entries');
});

test('3 MB of content together are taken, and a byte more is refused', () => {
  const filled = (bytes: number) => Buffer.alloc(bytes, 7).toString('base64');
  const half = { name: 'a.bin', content: filled(1.5 * 2 ** 20) };
  const more = { name: 'b.bin', content: filled(1.5 * 2 ** 20 + 1) };

  expect(problemOf(half, half)).toBeNull();
  expect(problemOf(half, more)).toBe(
    '_attachments has more than 3 MB in content: give larger files by reference, with s3',
  );
});
