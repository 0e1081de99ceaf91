// Commands of a shop import this first: what the file `.env` says counts where the environment says nothing.
// ENV_FILE names another file; where it is empty, none is read.
const named = process.env.ENV_FILE;
if (named !== '') {
  try {
    process.loadEnvFile(named ?? '.env');
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    // Nobody needs the usual file; one that was asked for has to be there.
    if (code !== 'ENOENT' || named !== undefined) {
      console.error(
        `ENV_FILE: ${named ?? '.env'} cannot be read (${code ?? message}). Correct its name or its rights.`,
      );
      process.exit(1);
    }
  }
}

export {};
