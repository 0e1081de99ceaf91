/** Something that keeps trouble out, and the tests that are to fail when it is taken away. */
export interface Guard {
  /** What it makes sure of. */
  name: string;
  file: string;
  /** Its code, once in the file (white space does not count), and what replaces it when it is taken away. */
  code: string;
  without: string;
  /** Files of tests; one test of theirs is to fail. */
  tests: string[];
}
