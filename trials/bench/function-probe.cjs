/**
 * A fresh process that loads the bundle of a function and hands it one event, as Lambda does. Plain JavaScript: the
 * stripping of types would be a part of what is measured.
 *
 * Arguments: the bundle, and the event as JSON. Prints `loadMs` and `firstMs` (the answer) in milliseconds, and the answer
 * as JSON.
 */
const [, , bundle, event] = process.argv;

/** More than any function has, so that none of them gives up here. */
const timeoutMs = 60_000;

async function probe() {
  // Lambda's runtime opens the log before it loads a function.
  console.log();
  const beforeMs = performance.now();
  const { handler } = require(bundle);
  const loadMs = performance.now() - beforeMs;
  // As between INIT and the first request, the bundle has time to finish what it began while loading.
  await new Promise((resolve) => setTimeout(resolve, 100));
  const startMs = performance.now();
  const answer = await handler(JSON.parse(event), { getRemainingTimeInMillis: () => timeoutMs });
  const firstMs = performance.now() - startMs;
  const line = JSON.stringify({ loadMs, firstMs, answer: JSON.stringify(answer) });
  process.stdout.write(`\n${line}\n`, () => process.exit(0));
}

probe();
