/** Shows that something takes its time; the function it returns ends the line, with how it ended. */
export function showProgress(what: string): (end: string) => void;
