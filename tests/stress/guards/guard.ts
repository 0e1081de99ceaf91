/** A line of code that a test must protect, and the tests of which one must fail without it. */
export interface Guard {
  /** What the guard ensures. */
  name: string;
  file: string;
  /** Its code, which occurs once in the file (ignoring white space), and the replacement without the guard. */
  code: string;
  without: string;
  /** Test files; at least one of their tests must fail. */
  tests: string[];
}
