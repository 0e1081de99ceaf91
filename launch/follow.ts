// Every command imports this first, and passes it by `--import` to its child processes: when the parent process
// ends, even by kill -9, this process ends in order, as on SIGTERM.
// Grandchildren of a test runner inherit `--import` but have another channel, which must not be used.
if (process.channel !== undefined && process.env.NORTHBRIDGE_FOLLOWS === String(process.ppid)) {
  process.once('disconnect', () => {
    // On Windows a signal to the own process kills it at once.
    if (process.listenerCount('SIGTERM') > 0) process.emit('SIGTERM', 'SIGTERM');
    else process.exit(143);
  });
  // The channel alone must not keep the process alive.
  process.channel.unref();
}

export {};
