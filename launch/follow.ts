// Imported first by every command, and by `--import` into what a command starts: when whoever started this process
// goes away, even by kill -9, this process ends in order, as by SIGTERM.
if (process.channel !== undefined) {
  process.once('disconnect', () => {
    // On Windows a signal to oneself is the end at once.
    if (process.listenerCount('SIGTERM') > 0) process.emit('SIGTERM', 'SIGTERM');
    else process.exit(143);
  });
  // The channel alone keeps nobody alive.
  process.channel.unref();
}

export {};
