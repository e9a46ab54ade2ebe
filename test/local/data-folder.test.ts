import {
  chmodSync,
  chownSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { claimDataFolder, type DataFolder } from '../../local/data-folder.ts';
import { describe, expect, onTestFinished, test } from '../jest.ts';
import { temporaryFolder } from '../temporary-folder.ts';

async function claim(path: string, fresh = false): Promise<DataFolder> {
  const folder = await claimDataFolder(path, fresh);
  onTestFinished(folder.release);
  return folder;
}

const newFolder = () => join(temporaryFolder(), 'deep', 'data');

test('a missing data folder is created', async () => {
  const path = newFolder();

  const folder = await claim(path);

  expect(folder).toMatchObject({ path, logs: join(path, 'logs'), tables: join(path, 'tables') });
  expect(readdirSync(path).sort()).toEqual(['ABOUT.txt', 'lock', 'logs']);
});

test('a data folder belongs to one run at a time, and the refusal names that run', async () => {
  const path = newFolder();
  await claim(path);

  await expect(claim(path)).rejects.toThrow(
    `Another local run uses ${path} (process ${process.pid}): stop it first, or choose another folder with --data.`,
  );
});

test('a data folder is free again when its run ends', async () => {
  const path = newFolder();
  const first = await claim(path);
  writeFileSync(first.deployment, '{}');

  await first.release();
  const second = await claim(path);

  expect(readFileSync(second.deployment, 'utf8')).toBe('{}');
});

test.each([
  ['of a run that was killed', '{"pid":1,"port":1}'],
  ['that was cut off', '{"pid"'],
  ['that is empty', ''],
])('a data folder is taken over from a lock %s', async (_, lock) => {
  const path = newFolder();
  mkdirSync(path, { recursive: true, mode: 0o700 });
  writeFileSync(join(path, 'lock'), lock);

  await claim(path);

  expect(JSON.parse(readFileSync(join(path, 'lock'), 'utf8'))).toMatchObject({ pid: process.pid });
});

test('a data folder keeps foreign files', async () => {
  const path = newFolder();
  mkdirSync(path, { recursive: true, mode: 0o700 });
  writeFileSync(join(path, 'mine.txt'), 'mine');
  const before = await claim(path);
  mkdirSync(join(before.cdkOut));
  mkdirSync(join(before.tables));
  writeFileSync(before.deployment, '{}');
  await before.release();

  await claim(path, true);

  expect(readdirSync(path).sort()).toEqual(['ABOUT.txt', 'lock', 'logs', 'mine.txt']);
});

test('a folder with foreign files of the same names is refused', async () => {
  const path = newFolder();
  mkdirSync(join(path, 'cdk.out'), { recursive: true, mode: 0o700 });
  writeFileSync(join(path, 'cdk.out', 'mine.txt'), 'mine');

  await expect(claim(path, true)).rejects.toThrow(
    `${join(path, 'cdk.out')} was not made by a local run: choose another folder with --data.`,
  );
  expect(readdirSync(path)).toEqual(['cdk.out']);
  expect(readdirSync(join(path, 'cdk.out'))).toEqual(['mine.txt']);
});

test.each([
  ['a file', 'file', 'it is a file'],
  ['below a file', 'file/below', 'a part of its path is a file'],
])('a path that is %s is refused as data folder', async (_, name, reason) => {
  const parent = temporaryFolder();
  writeFileSync(join(parent, 'file'), '');
  const path = join(parent, name);

  await expect(claim(path)).rejects.toThrow(`${path} cannot be the data folder: ${reason}.`);
});

test('a data folder whose lock cannot be taken is refused, with the system’s reason', async () => {
  const path = newFolder();
  mkdirSync(join(path, 'lock'), { recursive: true, mode: 0o700 });
  chmodSync(path, 0o700);

  await expect(claim(path)).rejects.toThrow(
    new RegExp(`^${path} cannot be the data folder: (E[A-Z]+: .+, unlink|you may not write there)`),
  );
});

// The kernel refuses a folder there to every user, root included.
const testOnLinux = process.platform === 'linux' ? test : test.skip;

testOnLinux('a data folder is not one that may not be written to', async () => {
  await expect(claim('/sys/postrider')).rejects.toThrow(
    '/sys/postrider cannot be the data folder: you may not write there.',
  );
});

const modeOf = (path: string) => (statSync(path).mode & 0o777).toString(8);
// Windows has no POSIX permissions.
const describeOnUnix = process.platform === 'win32' ? describe.skip : describe;

describeOnUnix('among the users of a machine, a data folder', () => {
  test('a data folder that other users may read is closed to them', async () => {
    const path = newFolder();
    mkdirSync(path, { recursive: true, mode: 0o755 });
    writeFileSync(join(path, 'ABOUT.txt'), 'of an earlier run');

    await claim(path);

    expect(modeOf(path)).toBe('700');
  });

  test('a new data folder is created for its user only', async () => {
    const folder = await claim(newFolder());

    expect([folder.path, folder.logs].map(modeOf)).toEqual(['700', '700']);
  });

  test.each([0o770, 0o702, 0o777])(
    'a data folder with files that others may write is refused',
    async (mode) => {
      const path = newFolder();
      mkdirSync(path, { recursive: true });
      writeFileSync(join(path, 'planted'), '');
      chmodSync(path, mode);

      await expect(claim(path)).rejects.toThrow(
        `${path} cannot be the data folder: other users of this machine may write into it. If its content is yours, run chmod 700 on it; otherwise choose another folder with --data.`,
      );
      expect(readdirSync(path)).toEqual(['planted']);
    },
  );

  test('an empty data folder that others may write into is closed to them', async () => {
    const path = newFolder();
    mkdirSync(path, { recursive: true });
    chmodSync(path, 0o777);

    await claim(path);

    expect(statSync(path).mode & 0o777).toBe(0o700);
  });

  // Only root can change the owner of a folder.
  (process.getuid?.() === 0 ? test : test.skip)('a folder of another user is refused', async () => {
    const path = newFolder();
    mkdirSync(path, { recursive: true, mode: 0o700 });
    chownSync(path, 65_534, 65_534);

    await expect(claim(path)).rejects.toThrow(
      `${path} cannot be the data folder: it belongs to another user of this machine. Choose another folder with --data.`,
    );
  });
});
