/**
 * A process with the heap that Lambda gives a function of 256 MB. It loads the bundle of a function and hands it one event
 * several times. Plain JavaScript: the stripping of types would take memory.
 *
 * Arguments: the bundle, a file with the event as JSON, how often. Prints `{firstMb, peakMb, ms, answer}`; `ms` is the
 * median time of an answer.
 */
const { readFileSync } = require('node:fs');

const [, , bundle, file, times] = process.argv;

/** The highest resident memory. The system's own count (`maxRSS`) begins with that of the process that started this one. */
const peakMb = () =>
  Number(/VmHWM:\s*(\d+)/.exec(readFileSync('/proc/self/status', 'utf8'))[1]) / 1024;

async function probe() {
  const { handler } = require(bundle);
  const took = [];
  let answer;
  let firstMb;
  for (let time = 0; time < Number(times); time++) {
    const event = JSON.parse(readFileSync(file, 'utf8'));
    const startMs = performance.now();
    answer = await handler(event, { getRemainingTimeInMillis: () => 60_000 });
    took.push(performance.now() - startMs);
    firstMb ??= peakMb();
  }
  const ms = took.sort((one, other) => one - other)[Math.floor(took.length / 2)];
  const measured = { firstMb, peakMb: peakMb(), ms, answer: JSON.stringify(answer) };
  process.stdout.write(`\n${JSON.stringify(measured)}\n`, () => process.exit(0));
}

probe();
