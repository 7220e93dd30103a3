import type { Readable } from "node:stream";
import type { Endpoint, Input, Reply } from "@groundplan/contract";
import type { Actor } from "../actor.ts";
import type { Config } from "../config/config.ts";
import type { Db, Tx } from "../storage/dialect.ts";
import type { Shown } from "./commands.ts";
import type { ActionClaim } from "./idempotency-commands.ts";

/** A handler that answers from the database; its connection can't write. */
export interface Read<E extends Endpoint = Endpoint> {
  kind: "read";
  endpoint: E;
  run(db: Db, actor: Actor, input: Input<E>): Promise<Reply<E>>;
  /** For a `tagged` list: returns a text that changes whenever the list's answer may have changed. */
  tag?(db: Db, actor: Actor, input: Input<E>): Promise<string>;
  /**
   * True when the answer depends only on the database, the actor and the input, and not on the time or the process: it
   * may be sent again until the next commit.
   */
  cacheable?: true;
  /** True when the answer is the same for everybody, as long as the process runs. */
  constant?: true;
  /** Bounds such reads on both databases, in the place of `limitReads`: for a read that takes long and holds much. */
  limit?<T>(run: () => Promise<T>): Promise<T>;
}

/** A handler of a multipart body has a check that comes before the body does. */
interface BeforeBody<E extends Endpoint> {
  /**
   * Throws where the actor can't read the place of the path (404), may not write there (403), or where its state is wrong
   * (409), so that nothing is stored for them. The handler itself checks it again.
   */
  before?(db: Db, actor: Actor, params: Input<E>["params"]): Promise<unknown>;
}

/** The properties of a handler's answers that a repetition under the same `Idempotency-Key` needs. */
interface Replayable<Result> {
  /** Returns the ids of the plans and specs that an answer shows. Every POST has it; see `showsNothing`. */
  shows?(result: Result): Shown;
  /**
   * For an answer that holds a secret: returns the id of what was created. Such an answer is not stored for replays.
   */
  secretOf?(result: Result): string;
}

/**
 * A write is a command: it reads, decides and writes inside one transaction and calls nothing else, so that
 * it can run where the write connection lives. What must call out is left as a job in the same transaction.
 */
export interface Write<E extends Endpoint = Endpoint, Result = Reply<E>>
  extends Replayable<Result>,
    BeforeBody<E> {
  kind: "write";
  endpoint: E;
  run(tx: Tx, actor: Actor, input: Input<E>): Promise<Result>;
  /**
   * Reads ahead of the transaction, for which others wait, what takes long to read, or is a setting. The result comes to `run` with the
   * input, as `prepared`; `run` checks that it still holds. It refuses nothing, since a repetition asks for it, too.
   */
  prepare?(db: Db, actor: Actor, input: Input<E>, config: Pick<Config, "archiveDays">): Promise<unknown>;
  /**
   * Completes the reply where that takes long, or where it is long: it runs outside of the transaction, for which others
   * wait, and again for a replay. Only the result is stored for that.
   */
  complete?(result: Result, context: Completion<E>): Reply<E> | Promise<Reply<E> | Readable>;
}

interface Completion<E extends Endpoint> {
  db: Db;
  actor: Actor;
  input: Input<E>;
}

/** A handler that calls out or waits; it writes through commands. `C` is the part of the process that it needs. */
export interface Action<E extends Endpoint = Endpoint, C = never>
  extends Replayable<Reply<E>>,
    BeforeBody<E> {
  kind: "action";
  endpoint: E;
  run(context: C, actor: Actor, input: Input<E>, request: ActionRequest): Promise<ActionReply<E>>;
  /** Makes the answer anew for a replay. Without it the answer is repeated as it was. */
  replay?: Replay<E, C>;
}

interface Replay<E extends Endpoint, C, Kept = unknown> {
  /** Returns what is stored for an `Idempotency-Key` instead of the answer. */
  keep(reply: Reply<E>): Kept;
  /** Returns what the caller may see now. */
  answer(context: C, actor: Actor, input: Input<E>, kept: Kept): Promise<Reply<E>>;
}

export interface ActionRequest {
  /** True when `Prefer: respond-async` was sent. */
  respondAsync: boolean;
  /** Aborted when the process drains. */
  signal: AbortSignal;
  /** The `Idempotency-Key` that it holds, for `keepCreated`. */
  claim?: ActionClaim;
}
export interface ActionReply<E extends Endpoint> {
  status?: 200 | 201 | 202;
  body: Reply<E>;
}

/** A handler that works without a credential, too; an invalid credential is still 401. */
export interface Open<E extends Endpoint = Endpoint, C = never> {
  kind: "open";
  endpoint: E;
  run(context: C, actor: Actor | null, input: Input<E>): Promise<Reply<E>>;
}

/** An answer that goes on: the text to send as it comes. `end` lets it end after what it has. */
export interface OpenStream {
  text: Readable;
  end(): void;
}

/** A handler whose answer goes on. */
export interface Stream<E extends Endpoint = Endpoint, C = never> {
  kind: "stream";
  endpoint: E;
  run(context: C, actor: Actor, input: Input<E>): Promise<OpenStream>;
}

export type Handler<C = never> = Read | Write | Action<Endpoint, C> | Open<Endpoint, C> | Stream<Endpoint, C>;

/** Handlers by the ids of their endpoints. */
export type Handlers<C = never> = ReadonlyMap<string, Handler<C>>;

const creations = new WeakSet<object>();

/** Marks the answer of a PUT that created what it wrote: its status is 201, where the endpoint has `mayCreate`. */
export function created<R extends object>(reply: R): R {
  creations.add(reply);
  return reply;
}

/** Returns true for an answer that was marked by `created`, in the thread in which its handler ran. */
export const isCreated = (reply: unknown): boolean =>
  typeof reply === "object" && reply !== null && creations.has(reply);

/** For a POST whose answer shows no plan or spec beside the one that its path names. */
export const showsNothing = (): Shown => ({});

export const read = <E extends Endpoint>(
  endpoint: E,
  run: Read<E>["run"],
  options: Pick<Read<E>, "tag" | "cacheable" | "constant" | "limit"> = {},
): Read<E> => ({ kind: "read", endpoint, run, ...options });

export const write = <E extends Endpoint, Result = Reply<E>>(
  endpoint: E,
  run: Write<E, Result>["run"],
  options: Pick<Write<E, Result>, "prepare" | "complete"> = {},
): Write<E, Result> => ({ kind: "write", endpoint, run, ...options });

/**
 * Declares a write by POST, which may be repeated under an `Idempotency-Key`; `shows` returns the ids that its answer
 * shows.
 */
export const post = <E extends Endpoint, Result = Reply<E>>(
  endpoint: E,
  shows: NonNullable<Write<E, Result>["shows"]>,
  run: Write<E, Result>["run"],
  options: Pick<Write<E, Result>, "secretOf" | "prepare" | "complete" | "before"> = {},
): Write<E, Result> => ({ kind: "write", endpoint, run, shows, ...options });

export const action = <E extends Endpoint, C>(
  endpoint: E,
  run: Action<E, C>["run"],
  options: Replayable<Reply<E>> & Pick<Action<E, C>, "replay" | "before"> = {},
): Action<E, C> => ({ kind: "action", endpoint, run, ...options });

export const stream = <E extends Endpoint, C>(endpoint: E, run: Stream<E, C>["run"]): Stream<E, C> => ({
  kind: "stream",
  endpoint,
  run,
});

export const open = <E extends Endpoint, C>(endpoint: E, run: Open<E, C>["run"]): Open<E, C> => ({
  kind: "open",
  endpoint,
  run,
});
