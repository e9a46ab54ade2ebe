/** The entry of the CLI. `start` runs the service on this machine; the CLI does everything else. */
const [first, ...rest] = process.argv.slice(2);
if (first === 'start') {
  const { run } = await import('../local/command.ts');
  await run(rest);
} else {
  await import('../cli/main.ts');
}

export {};
