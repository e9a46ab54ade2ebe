/** Ends the local run with its parent process: their channel closes even if the parent is killed. */
process.on('disconnect', () => process.kill(process.pid, 'SIGTERM'));
process.channel?.unref();
