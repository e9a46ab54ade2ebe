/**
 * Loaded before the local run: ends it when the process that started it is gone, however that one
 * ended. The channel between the two closes in every case, a killed parent's too.
 */
process.on('disconnect', () => process.kill(process.pid, 'SIGTERM'));
process.channel?.unref();
