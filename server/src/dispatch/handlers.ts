import type { Endpoint, Input, Reply } from "@groundplan/contract";
import type { Context } from "../context.ts";
import type { Actor } from "../modules/identity/actor.ts";
import type { Db, Tx } from "../storage/dialect.ts";

/** Answers from what is there; its connection can't write. */
export interface Read<E extends Endpoint = Endpoint> {
  kind: "read";
  endpoint: E;
  run(db: Db, actor: Actor, input: Input<E>): Promise<Reply<E>>;
  /** Of a list that is `tagged`: a text that changes whenever its answer may have. */
  tag?(db: Db, actor: Actor, input: Input<E>): Promise<string>;
  /**
   * The answer follows from the database, the actor and the input alone, neither from the time nor from anything of
   * the process: it may be answered again until somebody commits.
   */
  lasting?: true;
}

/**
 * A write is a command: it reads, decides and writes inside one transaction and calls nothing else, so that
 * it can run where the write connection lives. What must call out is left as a job in the same transaction.
 */
export interface Write<E extends Endpoint = Endpoint> {
  kind: "write";
  endpoint: E;
  run(tx: Tx, actor: Actor, input: Input<E>): Promise<Reply<E>>;
  /** For an answer that holds a secret: the id of what was made. The answer is then not kept for replays. */
  secretOf?(reply: Reply<E>): string;
}

/** Calls out or waits; what it writes goes through commands. */
export interface Action<E extends Endpoint = Endpoint> {
  kind: "action";
  endpoint: E;
  run(context: Context, actor: Actor, input: Input<E>, request: ActionRequest): Promise<ActionReply<E>>;
  /** Turns the answer kept for an `Idempotency-Key` into what its caller may see now; without it, as it was. */
  replay?(context: Context, actor: Actor, input: Input<E>, kept: Reply<E>): Promise<Reply<E>>;
  /** As of a write. */
  secretOf?(reply: Reply<E>): string;
}
export interface ActionRequest {
  /** `Prefer: respond-async` was sent. */
  respondAsync: boolean;
  /** Ends when the process drains. */
  signal: AbortSignal;
}
export interface ActionReply<E extends Endpoint> {
  status?: 200 | 201 | 202;
  body: Reply<E>;
}

/** A command of the service itself: job bookkeeping, ledgers, the admin commands. */
export interface Command<I = never, O = unknown> {
  kind: "command";
  name: string;
  /** The workspace whose single writer this is; null for rows outside any workspace. */
  workspaceOf(input: I): string | null;
  run(tx: Tx, input: I): Promise<O>;
}

/** Works without a credential too; a bad one is 401 all the same. */
export interface Open<E extends Endpoint = Endpoint> {
  kind: "open";
  endpoint: E;
  run(context: Context, actor: Actor | null, input: Input<E>): Promise<Reply<E>>;
}

export type Handler = Read | Write | Action | Open;

export const read = <E extends Endpoint>(
  endpoint: E,
  run: Read<E>["run"],
  options: Pick<Read<E>, "tag" | "lasting"> = {},
): Read<E> => ({ kind: "read", endpoint, run, ...options });

export const write = <E extends Endpoint>(
  endpoint: E,
  run: Write<E>["run"],
  options: Pick<Write<E>, "secretOf"> = {},
): Write<E> => ({ kind: "write", endpoint, run, ...options });

export const action = <E extends Endpoint>(
  endpoint: E,
  run: Action<E>["run"],
  options: Pick<Action<E>, "replay" | "secretOf"> = {},
): Action<E> => ({ kind: "action", endpoint, run, ...options });

export const open = <E extends Endpoint>(endpoint: E, run: Open<E>["run"]): Open<E> => ({
  kind: "open",
  endpoint,
  run,
});

export const command = <I, O>(
  name: string,
  workspaceOf: (input: I) => string | null,
  run: (tx: Tx, input: I) => Promise<O>,
): Command<I, O> => ({ kind: "command", name, workspaceOf, run });
