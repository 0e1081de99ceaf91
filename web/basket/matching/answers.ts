/** The answers to what was asked of lines, and until there is one, what an earlier answer says of another quantity. */
import { judgeLine } from '#contract/matching/judge.ts';
import type { Line, LinePart, Match } from '#contract/matching/schema.ts';
import { type Asked, askedOfPart } from './asked.ts';

/** How it stands with a line: `waiting` with a match shows an earlier answer, computed for the quantity of now. */
export interface LineState {
  state: 'waiting' | 'matched' | 'failed';
  match?: Match;
}

interface Answer {
  match: Match;
  /** When it came, in milliseconds; 0 for one that is computed from an earlier answer. */
  at: number;
  /** What is shown of it: the same object until it changes. */
  shown: LineState;
}

/** Answers that are kept; the oldest are forgotten first. A list has 5,000 lines. */
const MOST = 10_000;

const WAITING: LineState = { state: 'waiting' };
const FAILED: LineState = { state: 'failed' };

export class Answers {
  /** By all that was asked. */
  readonly #exactly = new Map<string, Answer>();
  /** By the part that was asked for, of any quantity. */
  readonly #parts = new Map<string, Match>();

  /** Keeps an answer; for who then takes its part, a candidate or a substitute, also as an answer about that. */
  put(asked: Asked, match: Match, at: number): void {
    this.#put(asked, match, at);
    const { product, candidates, quantity, problem } = match;
    for (const part of [...candidates, ...(problem?.substitutes ?? [])])
      remember(this.#parts, askedOfPart(part._id).partKey, ofPart(part));
    if (!product || asked.ask.productId) return;
    const whole = Number.isInteger(quantity) ? { quantity } : {};
    this.#put(askedOfPart(product._id, whole, asked.ask.text), { ...match, match: 'exact' }, at);
  }

  #put(asked: Asked, answered: Match, at: number): void {
    const { productId, quantity } = asked.ask;
    const match = productId && quantity === undefined ? asQuestion(answered) : answered;
    remember(this.#exactly, asked.key, { match, at, shown: { state: 'matched', match } });
    remember(this.#parts, asked.partKey, match);
  }

  /** Returns when a line was answered; 0 when it was not. */
  answeredAt({ key }: Asked): number {
    return this.#exactly.get(key)?.at ?? 0;
  }

  /** @param isOld whether an answer of this moment is to be asked again, and cannot be now */
  stateOf(asked: Asked, isFailing: boolean, isOld: (at: number) => boolean): LineState {
    const answer = this.#exactly.get(asked.key) ?? this.#computed(asked);
    if (!answer) return isFailing ? FAILED : WAITING;
    const isDue = isOld(answer.at);
    const state = isDue && isFailing ? 'failed' : answer.at === 0 ? 'waiting' : 'matched';
    if (answer.shown.state !== state) answer.shown = { state, match: answer.match };
    return answer.shown;
  }

  #computed({ ask, key, partKey }: Asked): Answer | undefined {
    const earlier = this.#parts.get(partKey);
    if (!earlier) return undefined;
    const match = judgedAnew(earlier, ask);
    const answer: Answer = { match, at: 0, shown: { state: 'waiting', match } };
    remember(this.#exactly, key, answer);
    return answer;
  }
}

/** A quantity that the line does not have, but its text says, is asked about: somebody may have taken it out. */
function asQuestion({ match, product, candidates, quantity, readings, problem }: Match): Match {
  const read = quantity === undefined ? readings : Number.isInteger(quantity) ? [quantity] : undefined;
  const isOfPart =
    problem?.code === 'gone' || problem?.code === 'obsolete' || problem?.code === 'whole_pieces';
  return {
    match,
    candidates,
    ...(product && { product }),
    ...(read && { readings: read }),
    ...(isOfPart && { problem }),
  };
}

const ofPart = (product: LinePart): Match => ({ match: 'exact', product, candidates: [] });

/** Returns what an answer about another quantity says of this one, by the rules that the server has. */
function judgedAnew({ match, product, candidates, problem }: Match, { quantity, receiptDate }: Line): Match {
  const pieces = quantity === undefined ? {} : { quantity };
  if (!product) return { match, candidates, ...pieces, ...(problem?.code === 'gone' && { problem }) };
  const judged = judgeLine(product, { quantity, receiptDate }, () => problem?.substitutes ?? []);
  return { match, product, candidates, ...pieces, ...judged };
}

function remember<Value>(map: Map<string, Value>, key: string, value: Value): void {
  map.delete(key);
  map.set(key, value);
  if (map.size > MOST) map.delete(map.keys().next().value!);
}
