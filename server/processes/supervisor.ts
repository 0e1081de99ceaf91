import cluster, { type Worker } from 'node:cluster';
import { OperatorError } from '../ground/operator-error.ts';
import { WIRE_LIMITS } from '../http/wire.ts';
import type { ToFirst, ToServing } from './messages.ts';

/** How long the processes of a supervisor may take for what. */
export interface Patience {
  /** Milliseconds between two looks at all processes, each of which reports at least as often. */
  lookMs: number;
  /** Looks without a report after which a process counts as hanging. */
  looks: number;
  /** The same for one that is starting: reading a large catalogue takes its time. */
  looksAtStart: number;
  /** Milliseconds for the end of a process that was told to stop. */
  stopMs: number;
}

/** Milliseconds in which a process that was told to stop ends, after `DRAIN_SECONDS`: more than after which it cuts requests off. */
export const STOP_MS = WIRE_LIMITS.closeWithin + 2_000;

/** Milliseconds after which a process counts as one that runs well. */
const WELL_MS = 60_000;
const SHORTEST_PAUSE_MS = 500;
const LONGEST_PAUSE_MS = 30_000;

const PATIENCE: Patience = { lookMs: 1_000, looks: 10, looksAtStart: 120, stopMs: STOP_MS };

export interface SupervisorOptions<Assigned> {
  /** The file that each process runs. */
  program: string;
  processes: number;
  /** What the process in a place is to do. */
  assign(place: number): Assigned;
  /** The metrics of all processes, for one that asks. */
  readMetrics?(): Promise<string>;
  /** Takes a line for the operator. */
  say(line: string): void;
  patience?: Partial<Patience>;
}

/** A place for a process, which is filled again when that ends. */
interface Place {
  number: number;
  worker: Worker;
  isReady: boolean;
  /** Why it could not start, as it said. */
  failure: string | undefined;
  /** Looks since it last reported. */
  silent: number;
  begunAt: number;
  pause: number | undefined;
  restart: NodeJS.Timeout | undefined;
}

/**
 * Starts processes by node:cluster, which hands each connection to the next of them. One that ends is started again, after a
 * growing pause when it ends again soon; one that does not report any more is killed before. Looks are counted and not their time:
 * when this process itself was stopped for a while, no other is blamed. `Ready` is what a process reports when it serves.
 */
export class Supervisor<Assigned, Ready> {
  readonly #options: SupervisorOptions<Assigned>;
  readonly #patience: Patience;
  readonly #places: Place[] = [];
  readonly #started = Promise.withResolvers<Ready>();
  readonly #replaced = { ended: 0, hanging: 0 };
  #look: NodeJS.Timeout | undefined;
  #hasStarted = false;
  #stopping: Promise<void> | undefined;

  constructor(options: SupervisorOptions<Assigned>) {
    this.#options = options;
    this.#patience = { ...PATIENCE, ...options.patience };
  }

  /** How many processes serve now. */
  get serving(): number {
    return this.#places.filter(({ isReady }) => isReady).length;
  }

  /** How many processes were replaced, and why. */
  get replaced(): { ended: number; hanging: number } {
    return this.#replaced;
  }

  /** Process ids, by place. */
  get pids(): (number | undefined)[] {
    return this.#places.map(({ worker }) => worker.process.pid);
  }

  /** Starts all processes. Resolves with what one of them reports once all serve; throws as soon as one does not. */
  start(): Promise<Ready> {
    cluster.schedulingPolicy = cluster.SCHED_RR;
    cluster.setupPrimary({ exec: this.#options.program, args: [] });
    for (let number = 0; number < this.#options.processes; number += 1) this.#fill(number, undefined);
    this.#look = setInterval(() => this.#lookAround(), this.#patience.lookMs);
    return this.#started.promise;
  }

  /** Tells all processes to stop, and kills those that do not. Starts none any more. May be called twice. */
  stop(): Promise<void> {
    this.#stopping ??= Promise.all(this.#places.map((place) => this.#stop(place))).then(() => {
      clearInterval(this.#look);
    });
    return this.#stopping;
  }

  #fill(number: number, pause: number | undefined): void {
    const worker = cluster.fork();
    const place: Place = {
      number,
      worker,
      isReady: false,
      failure: undefined,
      silent: 0,
      begunAt: performance.now(),
      pause,
      restart: undefined,
    };
    this.#places[number] = place;
    worker.on('message', (message: ToFirst<Ready>) => this.#hear(place, message));
    worker.once('exit', (code, signal) => this.#ended(place, signal ?? `exit code ${code}`));
    worker.on('error', (error) => {
      // One that cannot be run at all does not end.
      if (worker.process.pid === undefined) this.#ended(place, error.message);
    });
    this.#tell(place, { northbridge: 'assignment', assignment: this.#options.assign(number) });
  }

  async #hear(place: Place, message: ToFirst<Ready>): Promise<void> {
    switch (message.northbridge) {
      case 'alive':
        place.silent = 0;
        break;
      case 'failed':
        place.failure = message.why;
        break;
      case 'ready':
        place.isReady = true;
        if (this.#hasStarted || this.serving < this.#options.processes) return;
        this.#hasStarted = true;
        this.#started.resolve(message.ready);
        break;
      case 'metrics': {
        const text = await this.#options.readMetrics?.().catch(() => undefined);
        this.#tell(place, { northbridge: 'metrics', question: message.question, text });
      }
    }
  }

  /** A process that has gone away hears nothing. */
  #tell({ worker }: Place, message: ToServing<Assigned>): void {
    if (worker.isConnected()) worker.send(message as object, () => {});
  }

  #lookAround(): void {
    for (const place of this.#places) {
      place.silent += 1;
      const { looks, looksAtStart } = this.#patience;
      if (place.silent <= (place.isReady ? looks : looksAtStart) || place.worker.isDead()) continue;
      this.#options.say(`Process ${place.number + 1} does not answer any more and is ended`);
      this.#replaced.hanging += 1;
      place.silent = Number.NEGATIVE_INFINITY;
      place.worker.process.kill('SIGKILL');
    }
  }

  #ended(place: Place, how: string): void {
    const { number, failure } = place;
    if (place.restart) return;
    place.isReady = false;
    if (this.#stopping) return;
    if (!this.#hasStarted) {
      this.#started.reject(new OperatorError(failure ?? `process ${number + 1} ended with ${how}`));
      return;
    }
    const pause = pauseAfter(performance.now() - place.begunAt, place.pause);
    if (place.silent >= 0) this.#replaced.ended += 1;
    const why = failure === undefined ? `ended with ${how}` : `cannot start: ${failure}`;
    this.#options.say(
      `Process ${number + 1} ${why}. Starting another${pause > 0 ? ` in ${pause / 1000} s` : ''}`,
    );
    place.restart = setTimeout(() => this.#fill(number, pause), pause);
  }

  async #stop(place: Place): Promise<void> {
    const { worker, isReady, restart } = place;
    clearTimeout(restart);
    if (worker.isDead() || worker.process.pid === undefined) return;
    const gone = new Promise((resolve) => worker.once('exit', resolve));
    const kill = () => worker.process.kill('SIGKILL');
    const patience = setTimeout(kill, this.#patience.stopMs);
    // One that is starting has promised nothing to anybody.
    if (isReady) this.#tell(place, { northbridge: 'stop' });
    else kill();
    await gone;
    clearTimeout(patience);
  }
}

/**
 * Returns the milliseconds to wait before a process that has ended is started again: none at first, and twice as many each time for
 * one that ends again soon.
 * @param livedMs how long it ran
 * @param before the pause before it was started; undefined: it is the first in its place
 */
function pauseAfter(livedMs: number, before: number | undefined): number {
  if (before === undefined || livedMs >= WELL_MS) return 0;
  return Math.min(LONGEST_PAUSE_MS, Math.max(SHORTEST_PAUSE_MS, 2 * before));
}
