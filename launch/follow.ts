// Imported first by every command, and by `--import` into what a command starts: when whoever started this process
// goes away, even by kill -9, this process ends in order, as by SIGTERM.
// What a test runner starts below inherits `--import` and has a channel of its own, which is none of our business.
if (process.channel !== undefined && process.env.NORTHBRIDGE_FOLLOWS === String(process.ppid)) {
  process.once('disconnect', () => {
    // On Windows a signal to oneself is the end at once.
    if (process.listenerCount('SIGTERM') > 0) process.emit('SIGTERM', 'SIGTERM');
    else process.exit(143);
  });
  // The channel alone keeps nobody alive.
  process.channel.unref();
}

export {};
