import type { Readable } from "node:stream";
import type { Endpoint, Input, Reply } from "@groundplan/contract";
import type { Actor } from "../actor.ts";
import type { Config } from "../config/config.ts";
import type { Db, Tx } from "../storage/dialect.ts";
import type { Disclosure } from "./commands.ts";
import type { ActionClaim } from "./idempotency/commands.ts";
import type { MinimalReply } from "./minimal-reply.ts";

/** Answers from a read-only connection. */
export interface Read<E extends Endpoint = Endpoint> {
  kind: "read";
  endpoint: E;
  run(db: Db, actor: Actor, input: Input<E>): Promise<Reply<E>>;
  /** For a `tagged` list: a text that changes whenever its answer may change. */
  tag?(db: Db, actor: Actor, input: Input<E>): Promise<string>;
  /**
   * True if the answer depends on database, actor and input only, so that it can be cached until the next
   * commit.
   */
  cacheable?: true;
  /** True if the answer to a query, of which there are few, is the same for everybody while the process runs. */
  constant?: true;
  /** Replaces `limitReads` for slow reads that hold much memory. */
  limit?<T>(run: () => Promise<T>): Promise<T>;
}

/** A multipart handler with a check before its body. */
interface BeforeBody<E extends Endpoint> {
  /** Throws 404, 403 or 409 before any file is stored; the handler checks again. */
  before?(db: Db, actor: Actor, params: Input<E>["params"]): Promise<unknown>;
}

/** Properties that replays under an `Idempotency-Key` need. */
interface Replayable<Result> {
  /**
   * Returns the plans and specs that an answer discloses. Required for every POST; see `disclosesNothing`,
   * which other methods have by default.
   */
  discloses?(result: Result): Disclosure;
  /** For an answer with a secret, which is not stored for replays: the id of the created resource. */
  secretOf?(result: Result): string;
}

/**
 * Reads, decides and writes in one transaction and calls nothing else, so that it can run on the writer's
 * thread. Outgoing calls are left to a job enqueued in the same transaction.
 */
export interface Write<E extends Endpoint = Endpoint, Result = Reply<E>>
  extends Replayable<Result>,
    BeforeBody<E> {
  kind: "write";
  endpoint: E;
  run(tx: Tx, actor: Actor, input: Input<E>): Promise<Result>;
  /**
   * Reads ahead of the transaction, which others wait for, anything slow or a setting. Passed to `run` as
   * `prepared`, which must verify that it still holds. Must not refuse, since replays run it too.
   */
  prepare?(
    db: Db,
    actor: Actor,
    input: Input<E>,
    config: Pick<Config, "archiveDays" | "maxClaims">,
  ): Promise<unknown>;
  /**
   * Completes a slow or long reply outside of the transaction, also for replays. Only the result is stored.
   */
  complete?(result: Result, context: Completion<E>): Completed<E> | Promise<Completed<E>>;
}

/** A whole answer; a short or streamed one is the endpoint's own other form. */
type Completed<E extends Endpoint> = Reply<E> | MinimalReply | Readable;

interface Completion<E extends Endpoint> {
  db: Db;
  actor: Actor;
  input: Input<E>;
}

/** Calls out or waits, and writes through commands. `C` is the required part of the process. */
export interface Action<E extends Endpoint = Endpoint, C = never>
  extends Replayable<Reply<E>>,
    BeforeBody<E> {
  kind: "action";
  endpoint: E;
  run(context: C, actor: Actor, input: Input<E>, request: ActionRequest): Promise<ActionReply<E>>;
  /** True if running it again is as good as a replay: it stores nothing, its `Idempotency-Key` included. */
  isRepeatable?: true;
  /** Rebuilds the answer for a replay; by default the stored answer is repeated. */
  replay?: Replay<E, C>;
}

interface Replay<E extends Endpoint, C, Kept = unknown> {
  /** Returns what to store for an `Idempotency-Key` instead of the answer. */
  keep(reply: Reply<E>): Kept;
  /** Returns the caller's current view. */
  answer(context: C, actor: Actor, input: Input<E>, kept: Kept): Promise<ActionReply<E>["body"]>;
}

export interface ActionRequest {
  /** True if the client sent `Prefer: respond-async`. */
  respondAsync: boolean;
  /** Aborted when the process drains. */
  signal: AbortSignal;
  /** The `Idempotency-Key` that it holds, for `keepCreated`. */
  claim?: ActionClaim;
}
export interface ActionReply<E extends Endpoint> {
  status?: 200 | 201 | 202;
  body: Reply<E> | MinimalReply;
}

/** Works without a credential; an invalid one is still 401. */
export interface Open<E extends Endpoint = Endpoint, C = never> {
  kind: "open";
  endpoint: E;
  run(context: C, actor: Actor | null, input: Input<E>): Promise<Reply<E>>;
}

/** An open-ended answer. `end` lets it finish buffered text. */
export interface OpenStream {
  text: Readable;
  end(): void;
}

/** A handler with an open-ended answer. */
export interface Stream<E extends Endpoint = Endpoint, C = never> {
  kind: "stream";
  endpoint: E;
  run(context: C, actor: Actor, input: Input<E>): Promise<OpenStream>;
}

export type Handler<C = never> = Read | Write | Action<Endpoint, C> | Open<Endpoint, C> | Stream<Endpoint, C>;

/** By endpoint id. */
export type Handlers<C = never> = ReadonlyMap<string, Handler<C>>;

const creations = new WeakSet<object>();

/** Marks the answer of a PUT as a creation: 201 if the endpoint has `mayCreate`. */
export function created<R extends object>(reply: R): R {
  creations.add(reply);
  return reply;
}

/** Tests for the mark of `created`, in the handler's thread only. */
export const isCreated = (reply: unknown): boolean =>
  typeof reply === "object" && reply !== null && creations.has(reply);

/** For a POST that discloses no plan or spec besides the path's. */
export const disclosesNothing = (): Disclosure => ({});

export const read = <E extends Endpoint>(
  endpoint: E,
  run: Read<E>["run"],
  options: Pick<Read<E>, "tag" | "cacheable" | "constant" | "limit"> = {},
): Read<E> => ({ kind: "read", endpoint, run, ...options });

export const write = <E extends Endpoint, Result = Reply<E>>(
  endpoint: E,
  run: Write<E, Result>["run"],
  options: Pick<Write<E, Result>, "prepare" | "complete" | "discloses"> = {},
): Write<E, Result> => ({ kind: "write", endpoint, run, ...options });

/** Declares a repeatable POST; `discloses` returns the plans and specs in its answer. */
export const post = <E extends Endpoint, Result = Reply<E>>(
  endpoint: E,
  discloses: NonNullable<Write<E, Result>["discloses"]>,
  run: Write<E, Result>["run"],
  options: Pick<Write<E, Result>, "secretOf" | "prepare" | "complete" | "before"> = {},
): Write<E, Result> => ({ kind: "write", endpoint, run, discloses, ...options });

export const action = <E extends Endpoint, C>(
  endpoint: E,
  run: Action<E, C>["run"],
  options: Replayable<Reply<E>> & Pick<Action<E, C>, "replay" | "before" | "isRepeatable"> = {},
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
