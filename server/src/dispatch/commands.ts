import type { Actor } from "../actor.ts";
import type { Tx } from "../storage/dialect.ts";
import type { Room } from "../storage/room.ts";
import type { FileColumn } from "../storage/tables.ts";

/** A command of the service itself, such as job bookkeeping, ledgers and the admin commands. */
export interface Command<I = never, O = unknown> {
  kind: "command";
  name: string;
  /** Returns the workspace whose single writer this is; null for rows outside any workspace. */
  workspaceOf(input: I): string | null;
  run(tx: Tx, input: I, rules: Rules): Promise<O>;
}

export const command = <I, O>(
  name: string,
  workspaceOf: (input: I) => string | null,
  run: (tx: Tx, input: I, rules: Rules) => Promise<O>,
): Command<I, O> => ({ kind: "command", name, workspaceOf, run });

/** The ids of the plans and specs that an answer shows. */
export interface Shown {
  planIds?: readonly string[];
  specIds?: readonly string[];
}

/** Deletes what belongs to a project, before its own row is deleted. */
export type ForgetProject = (tx: Tx, project: { workspaceId: string; id: string }) => Promise<void>;

/** The questions that the write path has for the modules above it, which hand the answers in (`createDispatcher`). */
export interface Rules {
  /** Returns the actor as of now. Throws 401 where the credential is no longer valid. */
  reloadActor(tx: Tx, actor: Actor): Promise<Actor>;
  /** Throws 404 where the actor can't read what the path names, or a plan or spec that the answer shows. */
  requireReach(tx: Tx, actor: Actor, path: PathParams, shown: Shown): Promise<void>;
  /** Does what every module does when a project is purged. */
  forgetProject: ForgetProject;
  /** Returns the plans and specs that an endpoint's stored answer shows. */
  shownBy(endpointId: string, reply: unknown): Shown;
  /** The columns of all modules that name files: what none of them names is not needed. */
  fileColumns: readonly FileColumn[];
}

/** The parts of a path that name a project or plan. */
export interface PathParams {
  projectSlug?: string;
  planShortId?: string;
}

/** A command as data, which can be sent to the thread that holds the write connection. */
export interface CommandCall {
  name: string;
  actor: Actor | null;
  input: unknown;
  idempotency?: IdempotencyKey;
  /** The room that a write needs, where a quota is set. */
  room?: Room;
  /** The trace that it belongs to, as a `traceparent` header. */
  trace?: string;
}

/** The answer of a command, or the answer that was stored for its idempotency key. */
export interface CommandResult {
  status: number;
  body: unknown;
  replayed: boolean;
}

/** The `Idempotency-Key` of a POST (decisions section 1, retries), with the data that its replay needs. */
export interface IdempotencyKey {
  key: string;
  endpointId: string;
  /** The SHA-256 of method, address and body. */
  requestHash: string;
  params: PathParams;
  /**
   * Set by an action, which calls out: its token, and the seconds for which it may hold the key before another request
   * takes over.
   */
  lock?: { owner: string; seconds: number };
}
