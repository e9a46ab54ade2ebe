import { execFile, fork } from 'node:child_process';
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from '../../../jest.ts';
import { temporaryFolder } from '../../../temporary-folder.ts';

/** A small process that starts another one with 256 MB, and sends its id. */
const parent = `
const { fork } = require('node:child_process');
process.on('disconnect', () => process.exit());
if (process.argv[2] === 'hold') {
  globalThis.held = Buffer.alloc(256 * 1024 * 1024, 1);
  process.send(process.pid);
} else {
  fork(__filename, ['hold']).on('message', (pid) => process.send(pid));
}
`;

const memory = new URL('../../../../trials/bench/api/memory.ts', import.meta.url).href;

test('residentMb adds the memory of a process and its children, also where no ps is installed', async () => {
  const folder = temporaryFolder();
  const script = join(folder, 'parent.cjs');
  await writeFile(script, parent);
  const child = fork(script);
  try {
    const [holder] = await once(child, 'message');

    // A Mac has no /proc, and always has `ps`; on Linux nothing is in the path.
    const env = process.platform === 'linux' ? { PATH: folder } : {};
    const ask = `import { residentMb } from '${memory}';
      console.log(JSON.stringify([await residentMb(${child.pid}), await residentMb(${holder})]));`;
    const words = ['--input-type=module', '-e', ask];
    const { stdout } = await promisify(execFile)(process.execPath, words, { env });
    const [ofBoth, ofHolder] = JSON.parse(stdout);
    expect(ofHolder).toBeGreaterThan(256);
    expect(ofBoth).toBeGreaterThan(ofHolder);
  } finally {
    child.disconnect();
    await once(child, 'exit');
  }
});
