/**
 * A fresh process that loads one bundle and hands it one event, as Lambda does. Plain JavaScript: the
 * stripping of types would be a part of what is measured.
 *
 * Arguments: the bundle, the event as JSON. Prints `{loadMs, requestMs, ok}`.
 */
const [, , bundle, event] = process.argv;

/** The time limit of execute. The other functions have less, but none of them needs it. */
const timeoutMs = 15_000;

async function probe() {
  // Lambda's runtime opens the log before it loads a function.
  console.log();
  const before = performance.now();
  const { handler } = require(bundle);
  const loaded = performance.now();
  // As between INIT and the first request, the bundle has time to finish what it began while loading.
  await new Promise((resolve) => setTimeout(resolve, 100));
  const asked = performance.now();
  const answer = await handler(JSON.parse(event), { getRemainingTimeInMillis: () => timeoutMs });
  const answered = performance.now();
  const ok = JSON.stringify(answer).includes(process.env.EXPECTED);
  const measured = { loadMs: loaded - before, requestMs: answered - asked, ok };
  process.stdout.write(`\n${JSON.stringify(measured)}\n`, () => process.exit(0));
}

probe();
