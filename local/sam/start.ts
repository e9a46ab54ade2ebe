/** The entry of `npm run sam-template`. What needs packages is imported only once they are known to be there. */
import '../../bin/installed.js';

const { run } = await import('./command.ts');
await run(process.argv.slice(2));
