import { resolve } from 'node:path';

/**
 * Returns the absolute path of a file or folder that was named on the command line. npm changes to the project's folder first, and keeps
 * the one in which the command was given in `INIT_CWD`.
 */
export const givenPath = (named: string): string => resolve(process.env.INIT_CWD ?? '', named);
