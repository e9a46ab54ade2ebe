/**
 * Loaded before the local run: ends the run when its parent process has ended. The channel between the two closes in
 * every case, even if the parent was killed.
 */
process.on('disconnect', () => process.kill(process.pid, 'SIGTERM'));
process.channel?.unref();
