/** Asks the shop what lines mean: in as few calls as possible, one after the other, again after an outage. */
import { MOST_MATCHED } from '#contract/matching/limits.ts';
import type { Line, Match } from '#contract/matching/schema.ts';
import { ApiProblem, isOutage } from '../../api-problem.ts';
import { Answers, type LineState } from './answers.ts';
import { isUnsearched } from './ask-lines.ts';
import { type Asked, firstCall } from './asked.ts';

/** Prices and stock that are older are asked for again while the page is looked at. */
export const FRESH_MS = 60_000;

/** Milliseconds for which changes are gathered before they are asked for. */
const GATHER_MS = 20;

/** Milliseconds until a failed call is tried again: twice as long each time. */
const FIRST_PAUSE_MS = 1_000;
const LONGEST_PAUSE_MS = 30_000;

/** What the matcher needs of the browser, so that tests can have their own time. */
export interface Surroundings {
  ask(lines: Line[]): Promise<Match[]>;
  now(): number;
  /** Calls back later; returns what ends that. */
  later(act: () => void, ms: number): () => void;
}

/** Why lines have no answer of now. */
export interface MatchingTrouble {
  why: 'offline' | 'busy' | 'failed';
  /** When it is tried again, in milliseconds. */
  again: number;
}

export class Matcher {
  readonly #around: Surroundings;
  #answers = new Answers();
  readonly #listeners = new Set<() => void>();
  #wanted: readonly Asked[] = [];
  /** Rises with each change of what is known. */
  #version = 0;
  /** How many lines the next call may have: fewer after one that was refused. */
  #most = MOST_MATCHED;
  #pause = FIRST_PAUSE_MS;
  #trouble: MatchingTrouble | undefined;
  #isAsking = false;
  /** Answers from before are old. */
  #knownSince = 0;
  #stop: (() => void) | undefined;

  constructor(around: Surroundings) {
    this.#around = around;
  }

  readonly version = () => this.#version;
  readonly trouble = () => this.#trouble;

  readonly subscribe = (listener: () => void) => {
    this.#listeners.add(listener);
    return () => {
      this.#listeners.delete(listener);
    };
  };

  /** Returns how it stands with a line: the same object until it changes. */
  stateOf(asked: Asked): LineState {
    return this.#answers.stateOf(asked, this.#trouble !== undefined, this.#isOld);
  }

  /** Sets which lines are to have answers, in the order in which they are shown. */
  want(asked: readonly Asked[]): void {
    this.#wanted = asked;
    if (!this.#trouble && !this.#isAsking) this.#askIn(GATHER_MS);
  }

  /** Asks for what is too old, also where a pause after a failure is not over. */
  refresh(): void {
    if (!this.#isAsking) this.#askIn(0);
  }

  /** Asks for all lines again: the shop has said that an answer is not true any more. */
  renew(): void {
    this.#knownSince = this.#around.now();
    this.refresh();
  }

  /** Drops all answers, also one that is on its way: they are another buyer's. */
  forget(): void {
    this.#answers = new Answers();
    this.#tell();
    this.refresh();
  }

  #isOld = (at: number) => at < this.#knownSince || this.#around.now() - at >= FRESH_MS;

  #askIn(ms: number): void {
    this.#stop?.();
    this.#stop = this.#around.later(() => this.#ask(), ms);
  }

  async #ask(): Promise<void> {
    const due = new Map<string, Asked>();
    for (const asked of this.#wanted)
      if (this.#isOld(this.#answers.answeredAt(asked))) due.set(asked.key, asked);
    if (due.size === 0) {
      this.#settle();
      return;
    }
    const call = firstCall([...due.values()], this.#most);
    const answers = this.#answers;
    this.#isAsking = true;
    try {
      const matches = await this.#around.ask(call.map(({ ask }) => ask));
      const at = this.#around.now();
      const searched = matches.flatMap((match, n) =>
        isUnsearched(match) ? [] : [[call[n]!, match] as const],
      );
      if (searched.length === 0) throw new Error('The shop has searched for no line');
      for (const [asked, match] of searched) answers.put(asked, match, at);
      // The others are asked for in the next call: with as many as the shop has searched for, as each that is sent counts.
      const isWhole = searched.length === matches.length;
      this.#most = isWhole ? Math.min(MOST_MATCHED, 2 * this.#most) : searched.length;
      this.#settle();
      this.#askIn(0);
    } catch (error) {
      this.#failed(error, call);
    } finally {
      this.#isAsking = false;
    }
  }

  /** A refused call is divided until the line is found that no call takes: it means nothing then, and the others go on. */
  #failed(error: unknown, call: Asked[]): void {
    if (isOutage(error) || !(error instanceof ApiProblem)) {
      this.#rest(error);
      return;
    }
    const [only] = call;
    if (call.length === 1) this.#answers.put(only!, { match: 'none', candidates: [] }, this.#around.now());
    this.#most = call.length === 1 ? MOST_MATCHED : call.length >> 1;
    this.#tell();
    this.#askIn(0);
  }

  #rest(error: unknown): void {
    const { status = 500, params = {} } = error instanceof ApiProblem ? error : {};
    const told = status === 429 ? Number(params.seconds) * 1_000 : 0;
    const pause = Math.max(this.#pause, told || 0);
    this.#pause = Math.min(this.#pause * 2, LONGEST_PAUSE_MS);
    const why = status === 0 ? 'offline' : status === 429 || status === 503 ? 'busy' : 'failed';
    this.#trouble = { why, again: this.#around.now() + pause };
    this.#tell();
    this.#askIn(pause);
  }

  /** There is an answer, or nothing left to ask. */
  #settle(): void {
    this.#trouble = undefined;
    this.#pause = FIRST_PAUSE_MS;
    this.#tell();
  }

  #tell(): void {
    this.#version += 1;
    for (const listener of this.#listeners) listener();
  }
}
