import { fail } from 'node:assert';
import {
  attachmentOf,
  filesProblem,
  withCid,
  withFiles,
} from '../../../../../dashboard/src/pages/editor/test-send/attached-files.ts';
import { expect, test } from '../../../../jest.ts';

const KB = 1024;
const file = (name: string, bytes = 1) => new File([new Uint8Array(bytes)], name);
let next = 0;
const newId = () => `${++next}`;
const named = (names: string[], cids: string[] = []) => {
  const files = names.map((name) => file(name));
  return withFiles([], files, { cids, newId });
};
const placesOf = (files: ReturnType<typeof named>) =>
  files.map(({ file: { name }, cid }) => [name, cid]);

test('a file with the name of a Content-ID of the mail is shown by it, and no second file is', () => {
  const files = named(['Logo.PNG', 'logo.jpg', 'logo.svg', 'other.png'], ['logo', 'logo.svg']);

  expect(placesOf(files)).toEqual([
    ['Logo.PNG', 'logo'],
    ['logo.jpg', null],
    ['logo.svg', 'logo.svg'],
    ['other.png', null],
  ]);
});

test('a Content-ID that is given to another file is taken from the one that had it', () => {
  const files = named(['logo.png', 'b.png', 'c.png'], ['logo']);

  const changed = withCid(files, files[1] ?? fail(), 'logo');
  const attached = withCid(changed, changed[1] ?? fail(), null);

  expect(placesOf(changed).map(([, cid]) => cid)).toEqual([null, 'logo', null]);
  expect(placesOf(attached).map(([, cid]) => cid)).toEqual([null, null, null]);
});

test.each([
  [[file('a.pdf', 350 * KB), file('b.pdf', 350 * KB)], null],
  [[file('a.pdf', 700 * KB), file('b.pdf', 1)], 'The files have more than 700 KB together.'],
  [[file('a.pdf'), file('none.txt', 0)], 'none.txt is empty.'],
  [Array(10).fill(file('a.pdf')), null],
  [Array(11).fill(file('a.pdf')), 'These are 11 files. A mail has at most 10.'],
])(
  'before it is sent, what is wrong with the files of a test mail is said: %#',
  (files, problem) => {
    expect(filesProblem(files.map((each) => ({ file: each })))).toBe(problem);
  },
);

test('a file is sent with all its bytes', async () => {
  const bytes = Uint8Array.from({ length: 200_000 }, (_, index) => (index * 7919) % 256);
  const whole = { id: '1', file: new File([bytes], 'all.bin'), cid: 'all' };

  const { content, ...rest } = await attachmentOf(whole);

  expect(rest).toEqual({ name: 'all.bin', cid: 'all' });
  expect(Buffer.from(content, 'base64').equals(bytes)).toBe(true);
});

test('a file that cannot be read any more is named', async () => {
  const gone = Object.assign(file('gone.pdf'), {
    arrayBuffer: () => Promise.reject(new DOMException('gone', 'NotReadableError')),
  });

  await expect(attachmentOf({ id: '1', file: gone, cid: null })).rejects.toThrow(
    'gone.pdf could not be read: choose it again',
  );
});
