/** The part of oidc-provider that the stand-in uses; the package brings no types. */
declare module 'oidc-provider' {
  type IncomingMessage = import('node:http').IncomingMessage;
  type ServerResponse = import('node:http').ServerResponse;

  export interface Client {
    clientId: string;
    clientName?: string;
    clientUri?: string;
  }

  export interface Session {
    uid: string;
    accountId?: string;
    authorizations?: Record<string, unknown>;
    grantIdFor(clientId: string): string | undefined;
    loginAccount(details: { accountId: string }): void;
    persist(): Promise<unknown>;
  }

  export interface Grant {
    accountId?: string;
    addOIDCScope(scope: string): void;
    save(): Promise<string>;
  }

  /** One visit to the page that picks an account. */
  export interface Interaction {
    uid: string;
    params: Record<string, unknown> & { client_id: string; redirect_uri: string };
    session?: { uid: string; accountId?: string };
  }

  export interface KoaContext {
    type: string;
    body: unknown;
    set(name: string, value: string): void;
    oidc?: { route?: string; client?: Client; session: Session; provider: Provider; result?: unknown };
  }

  export interface Adapter {
    upsert(id: string, payload: Record<string, unknown>, expiresIn: number | undefined): Promise<void>;
    find(id: string): Promise<Record<string, unknown> | undefined>;
    findByUid(uid: string): Promise<Record<string, unknown> | undefined>;
    findByUserCode(code: string): Promise<Record<string, unknown> | undefined>;
    consume(id: string): Promise<void>;
    destroy(id: string): Promise<void>;
    revokeByGrantId(grantId: string): Promise<void>;
  }

  export default class Provider {
    constructor(issuer: string, configuration: Record<string, unknown>);
    proxy: boolean;
    Client: { find(id: string): Promise<Client | undefined> };
    Session: { findByUid(uid: string): Promise<Session | undefined> };
    Grant: {
      new (properties: { clientId: string; accountId: string | undefined }): Grant;
      find(id: string): Promise<Grant | undefined>;
    };
    use(middleware: (context: KoaContext, next: () => Promise<void>) => Promise<void>): this;
    on(event: 'server_error', listener: (context: KoaContext, error: Error) => void): this;
    callback(): (request: IncomingMessage, response: ServerResponse) => Promise<void>;
    interactionDetails(request: IncomingMessage, response: ServerResponse): Promise<Interaction>;
    /** Keeps the outcome and answers where the browser goes next. */
    interactionResult(
      request: IncomingMessage,
      response: ServerResponse,
      result: Record<string, unknown>,
      options?: { mergeWithLastSubmission?: boolean },
    ): Promise<string>;
  }

  export const interactionPolicy: {
    Prompt: new (description: { name: string; requestable: boolean }) => object;
    base(): { add(prompt: object, index?: number): void };
  };

  export const errors: {
    SessionNotFound: new (...args: never[]) => Error;
    InvalidGrant: new (detail: string) => Error;
  };
}
