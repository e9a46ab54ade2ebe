/** Jest's setup of each of its processes, before the first test file. */
import { expect } from '../jest.ts';
import { watch } from './watch.ts';

// The runner ends its processes by closing the channel to them. A process must not outlive a runner that was killed.
process.on('disconnect', () => process.exit());

// The runner sets the path of a test file before it loads the file, because loading may hang, too.
const { setState } = expect;
expect.setState = (state) => {
  if (state.testPath) watch(state.testPath);
  setState(state);
};
