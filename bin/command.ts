/** The entry of `npm start` and of the CLI. `start` runs the service on this machine; the CLI does everything else. */
import { addZstd } from './package/node20.ts';

// The package runs on the Node of its user.
await addZstd();

const args = process.argv.slice(2);
if (args[0] === 'start') {
  const { run } = await import('../local/command.ts');
  await run(args.slice(1));
} else {
  const { main } = await import('../cli/main.ts');
  await main(args, {
    start: async () => (await import('../local/start-command.ts')).addStartCommand,
  });
}
