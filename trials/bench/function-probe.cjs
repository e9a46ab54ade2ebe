/**
 * A fresh process that loads the bundle of a function and hands it one event, as Lambda does, several times. Plain
 * JavaScript: the stripping of types would be a part of what is measured.
 *
 * Arguments: the bundle, a file with the event as JSON, how often. Prints milliseconds and megabytes: `loadMs`, `firstMs`
 * (the first answer), `medianMs` (all answers), `firstMb` and `peakMb` (the highest resident memory after the first answer
 * and after all of them); and `answer`, the last one as JSON.
 */
const { readFileSync } = require('node:fs');

const [, , bundle, file, times] = process.argv;

/** More than any function has, so that none of them gives up here. */
const timeoutMs = 60_000;

/** The system's own count (`maxRSS`) begins with that of the process that started this one. NaN on a system without `/proc`. */
function peakMb() {
  try {
    return Number(/VmHWM:\s*(\d+)/.exec(readFileSync('/proc/self/status', 'utf8'))[1]) / 1024;
  } catch {
    return Number.NaN;
  }
}

async function probe() {
  // Lambda's runtime opens the log before it loads a function.
  console.log();
  const before = performance.now();
  const { handler } = require(bundle);
  const loadMs = performance.now() - before;
  // As between INIT and the first request, the bundle has time to finish what it began while loading.
  await new Promise((resolve) => setTimeout(resolve, 100));
  const took = [];
  let answer;
  let firstMb;
  for (let time = 0; time < Number(times); time++) {
    const event = JSON.parse(readFileSync(file, 'utf8'));
    const startMs = performance.now();
    answer = await handler(event, { getRemainingTimeInMillis: () => timeoutMs });
    took.push(performance.now() - startMs);
    firstMb ??= peakMb();
  }
  const [firstMs] = took;
  const medianMs = took.toSorted((one, other) => one - other)[Math.floor(took.length / 2)];
  const measured = { loadMs, firstMs, medianMs, firstMb, peakMb: peakMb() };
  const line = JSON.stringify({ ...measured, answer: JSON.stringify(answer) });
  process.stdout.write(`\n${line}\n`, () => process.exit(0));
}

probe();
