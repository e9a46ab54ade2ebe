import { csvHead, csvLine } from '../../../../dashboard/src/pages/messages/csv.ts';
import { expect, test } from '../../../jest.ts';
import { summary } from '../../messages.ts';

test('a message is a line of CSV, with quotes where a cell needs them', () => {
  const message = {
    ...summary('01', 'SENT'),
    to: ['ada@example.com', 'bob@example.com'],
    subject: 'Your "new"\nreceipt',
    language: 'de',
    attachments: [{ name: 'receipt.pdf', bytes: 1 }],
  };

  expect(csvHead).toBe(
    'id,created,state,to,subject,template,revision,language,scheduled,error,key,test,files\r\n',
  );
  expect(csvLine(message)).toBe(
    '01,2026-11-21T12:00:00.000Z,SENT,"ada@example.com, bob@example.com","Your ""new""\nreceipt",welcome,1,de,,,key_1,,receipt.pdf\r\n',
  );
});

test.each(['=1+1', '+1', '-1', '@SUM(A1)', '\t=1', '＝1+1'])(
  'no spreadsheet runs the subject %j as a formula',
  (subject) => {
    expect(csvLine({ ...summary('01', 'SENT'), subject })).toContain(`,"'${subject}",`);
  },
);

test.each([
  ['Hello;=1+1', "Hello;'=1+1"],
  ['Hello; @SUM(A1)', "Hello; '@SUM(A1)"],
  ['Hello;world', 'Hello;world'],
])(
  'no spreadsheet that begins a cell after each semicolon runs a part of the subject %j',
  (subject, cell) => {
    expect(csvLine({ ...summary('01', 'SENT'), subject })).toContain(`,"${cell}",`);
  },
);

test('a name of 200 characters in several scripts is in the file as it is', () => {
  const subject = 'ひらがな مرحبا Ελλάδα '.repeat(9).trim();

  expect(csvLine({ ...summary('01', 'SENT'), subject })).toContain(`,${subject},`);
});
