import type { Actor, Author } from "../actor.ts";
import type { ApiError } from "../errors.ts";
import type { Db, Tx } from "../storage/dialect.ts";
import type { FileColumn } from "../storage/tables.ts";
import type { PresentedClaim } from "./presented-claim.ts";

/** An internal write, such as job bookkeeping, ledgers and admin commands. */
export interface Command<I = never, O = unknown> {
  kind: "command";
  name: string;
  /** Returns the workspace whose writer runs it; null for rows outside of any. */
  workspaceOf(input: I): string | null;
  run(tx: Tx, input: I, rules: Rules): Promise<O>;
}

export const command = <I, O>(
  name: string,
  workspaceOf: (input: I) => string | null,
  run: (tx: Tx, input: I, rules: Rules) => Promise<O>,
): Command<I, O> => ({ kind: "command", name, workspaceOf, run });

/** Plans and specs that an answer discloses. */
export interface Disclosure {
  planIds?: readonly string[];
  specIds?: readonly string[];
}

/** Deletes a project's rows before its own. */
export type ForgetProject = (tx: Tx, project: { workspaceId: string; id: string }) => Promise<void>;

/** Callbacks of the write path into the modules above it, passed to `createDispatcher`. */
export interface Rules {
  /** Returns the current actor. Throws 401 if the credential is no longer valid. */
  reloadActor(tx: Tx, actor: Actor): Promise<Actor>;
  /** Throws 404 if the actor can't read the path's resource, or a plan or spec that the answer discloses. */
  requireReadable(tx: Tx, actor: Actor, path: PathParams, disclosure: Disclosure): Promise<void>;
  /** Returns the 409 for a `Claim` header whose claim the caller doesn't hold; null if it is held. */
  refusedClaim(db: Db, actor: Actor, claim: PresentedClaim): Promise<ApiError | null>;
  /** Ends what the write's events have taken the ground from, such as claims; `by` wrote them. */
  settle(tx: Tx, by: Author): Promise<void>;
  /** Purges a project in every module. */
  forgetProject: ForgetProject;
  /** Returns the plans and specs in an endpoint's stored answer. */
  disclosedBy(endpointId: string, reply: unknown): Disclosure;
  /** All columns that reference files; unreferenced files are garbage. */
  fileColumns: readonly FileColumn[];
}

/** Path parameters of a project or plan. */
export interface PathParams {
  projectSlug?: string;
  planShortId?: string;
}

/** A serializable command, for the writer thread. */
export interface CommandCall {
  name: string;
  actor: Actor | null;
  input: unknown;
  idempotency?: IdempotencyKey;
  /** The workspace's quota in bytes, for writes that may exceed it. */
  quota?: number;
  /** The claim of the request's `Claim` header. */
  claim?: PresentedClaim;
  /** `traceparent` of its trace. */
  trace?: string;
}

/** The answer of a command, or the one stored for its idempotency key. */
export interface CommandResult {
  status: number;
  body: unknown;
  replayed: boolean;
}

/** The `Idempotency-Key` of a POST (decisions section 1, retries), with everything its replay needs. */
export interface IdempotencyKey {
  key: string;
  endpointId: string;
  /** SHA-256 of method, address and body. */
  requestHash: string;
  params: PathParams;
  /** Set by actions: a token, and the seconds after which another request may take over the key. */
  lock?: { owner: string; seconds: number };
}
