/** The entry of `npm start`. It imports Node's own modules alone, so that it can say what is missing. */
import type { run as Run } from './command.ts';

/** Runs the command; where a package is missing, says so. */
async function start(): Promise<void> {
  const { run }: { run: typeof Run } = await import('./command.ts').catch(explainMissing);
  await run(process.argv.slice(2));
}

function explainMissing(error: unknown): never {
  // A file of the project's own that is missing is another matter: "Cannot find module".
  const isPackage =
    error instanceof Error && /Cannot find (package|module '[^./])/.test(error.message);
  if (!isPackage) throw error;
  console.error('Some packages are not installed: run npm install first.');
  process.exit(1);
}

await start();
