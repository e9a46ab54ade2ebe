import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { readRegularFile } from '../../../cli/files/regular-file.ts';
import { afterEach, beforeEach, describe, expect, test } from '../../jest.ts';
import { temporaryFolder } from '../../temporary-folder.ts';

let dir: string;
beforeEach(async () => {
  dir = temporaryFolder();
});
afterEach(() => rm(dir, { recursive: true }));

describe('a regular file', () => {
  test('a regular file is read up to one byte more than allowed', async () => {
    const file = join(dir, 'large');
    await writeFile(file, 'x'.repeat(200_000));

    expect(await readRegularFile(file, 199_999)).toEqual({ bytes: Buffer.alloc(200_000, 'x') });
    expect(await readRegularFile(file, 10)).toEqual({ bytes: Buffer.alloc(11, 'x') });
  });

  test('a regular file may be empty', async () => {
    await writeFile(join(dir, 'empty'), '');

    expect(await readRegularFile(join(dir, 'empty'), 10)).toEqual({ bytes: Buffer.alloc(0) });
  });

  test.each(['none', 'none/below', 'file/below'])(
    'a regular file that does not exist is absent: %s',
    async (name) => {
      await writeFile(join(dir, 'file'), '');

      expect(await readRegularFile(join(dir, name), 10)).toEqual({ absent: true });
    },
  );

  // Windows has no such device.
  (process.platform === 'win32' ? test.skip : test)('is no endless device', async () => {
    expect(await readRegularFile('/dev/zero', 10)).toEqual({
      message: 'is a pipe, a device or a socket: put a file here, or remove it',
    });
  });
});
