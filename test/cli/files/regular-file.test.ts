import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { readRegularFile } from '../../../cli/files/regular-file.ts';
import { expect, test } from '../../jest.ts';
import { temporaryFolder } from '../../temporary-folder.ts';

const dir = temporaryFolder();

test('a regular file is read up to one byte more than allowed', async () => {
  const file = join(dir, 'large');
  await writeFile(file, 'x'.repeat(200_000));

  expect(await readRegularFile(file, 199_999)).toEqual({ bytes: Buffer.alloc(200_000, 'x') });
  expect(await readRegularFile(file, 10)).toEqual({ bytes: Buffer.alloc(11, 'x') });
});

test.each([
  ['empty', { bytes: Buffer.alloc(0) }],
  ['none', { absent: true }],
  ['none/below', { absent: true }],
  ['empty/below', { absent: true }],
])('a regular file may be empty or absent: %s', async (name, reading) => {
  await writeFile(join(dir, 'empty'), '');

  expect(await readRegularFile(join(dir, name), 10)).toEqual(reading);
});

// Windows has no `/dev/zero`.
const onUnix = process.platform === 'win32' ? test.skip : test;
onUnix('an endless device is not a regular file', async () => {
  expect(await readRegularFile('/dev/zero', 10)).toEqual({
    message: 'is a pipe, a device or a socket: put a file here, or remove it',
  });
});
