/**
 * Loaded before the local run: ends it when the fault run is gone, however that one ended. The channel
 * between the two closes in every case.
 */
process.on('disconnect', () => process.kill(process.pid, 'SIGTERM'));
process.channel?.unref();
