import { fork } from 'node:child_process';
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { residentMb } from '../../../trials/bench/api.ts';
import { expect, test } from '../../jest.ts';
import { temporaryFolder } from '../../temporary-folder.ts';

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

test('residentMb adds the memory of a process and its children; it is NaN on a system without /proc', async () => {
  const script = join(temporaryFolder(), 'parent.cjs');
  await writeFile(script, parent);
  const child = fork(script);
  try {
    const [holder] = await once(child, 'message');

    const [ofBoth, ofHolder] = [await residentMb(Number(child.pid)), await residentMb(holder)];

    if (process.platform === 'linux') {
      expect(ofHolder).toBeGreaterThan(256);
      expect(ofBoth).toBeGreaterThan(ofHolder);
    } else expect(ofBoth).toBeNaN();
  } finally {
    child.disconnect();
    await once(child, 'exit');
  }
});
