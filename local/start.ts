/** The entry of `npm start`. It imports code that needs packages only after it has checked that they are installed. */
import '../bin/installed.js';

const { run } = await import('./command.ts');
await run(process.argv.slice(2));
