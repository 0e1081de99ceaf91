/** What one side may be told or asked: input and answer by kind. */
export type Calls = Record<string, [input: unknown, answer: unknown]>;

/** What a side does about each kind. */
export type Handlers<C extends Calls> = { [K in keyof C]: (input: C[K][0]) => C[K][1] | Promise<C[K][1]> };

/** The end of a channel between two processes, as `process` in a child and a child in its parent are. */
export interface End {
  send?(message: object, sent: (error: Error | null) => void): unknown;
  on(event: 'message', listener: (message: unknown) => void): unknown;
}

type Message =
  | { northbridge: 'tell'; kind: string; data: unknown }
  | { northbridge: 'ask'; id: number; kind: string; data: unknown }
  | { northbridge: 'answer'; id: number; data: unknown }
  | { northbridge: 'failure'; id: number; why: string };

/** Questions and answers between two processes of the shop, in the order in which they are sent. */
export class Channel<Theirs extends Calls, Ours extends Calls> {
  readonly #end: End;
  readonly #handlers: Handlers<Ours>;
  readonly #waiting = new Map<number, PromiseWithResolvers<never>>();
  #last = 0;
  #isClosed = false;

  constructor(end: End, handlers: Handlers<Ours>) {
    this.#end = end;
    this.#handlers = handlers;
    end.on('message', (message) => this.#hear(message as Message));
  }

  /** Tells the other side something; resolves when it has been sent, or cannot be. */
  tell<K extends keyof Theirs & string>(kind: K, data: Theirs[K][0]): Promise<void> {
    return this.#send({ northbridge: 'tell', kind, data }).catch(() => {});
  }

  /** Asks the other side. Throws when it fails, or goes away before it has answered. */
  ask<K extends keyof Theirs & string>(kind: K, data: Theirs[K][0]): Promise<Theirs[K][1]> {
    const asked = Promise.withResolvers<never>();
    this.#last += 1;
    const id = this.#last;
    this.#waiting.set(id, asked);
    this.#send({ northbridge: 'ask', id, kind, data }).catch((error) => {
      this.#waiting.delete(id);
      asked.reject(error);
    });
    return asked.promise;
  }

  /** The other side has gone away: nothing that waits for it will be answered. */
  close(): void {
    this.#isClosed = true;
    for (const asked of this.#waiting.values()) asked.reject(gone());
    this.#waiting.clear();
  }

  #send(message: Message): Promise<void> {
    return new Promise((resolve, reject) => {
      if (this.#isClosed || !this.#end.send) return reject(gone());
      this.#end.send(message, (error) => (error ? reject(error) : resolve()));
    });
  }

  async #hear(message: Message): Promise<void> {
    switch (message?.northbridge) {
      case 'tell':
        await this.#handlers[message.kind]?.(message.data);
        return;
      case 'ask': {
        const { id, kind } = message;
        const reply = async (): Promise<Message> => ({
          northbridge: 'answer',
          id,
          data: await this.#handlers[kind]?.(message.data),
        });
        const answer = await reply().catch((error): Message => {
          return { northbridge: 'failure', id, why: String(error) };
        });
        await this.#send(answer).catch(() => {});
        return;
      }
      case 'answer':
      case 'failure': {
        const asked = this.#waiting.get(message.id);
        this.#waiting.delete(message.id);
        if (message.northbridge === 'answer') asked?.resolve(message.data as never);
        else asked?.reject(new Error(message.why));
      }
    }
  }
}

function gone(): Error {
  return new Error('the other process has gone away');
}
