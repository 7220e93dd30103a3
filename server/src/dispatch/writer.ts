import type { Actor } from "../actor.ts";
import { type Meter, secondsSince } from "../meter.ts";
import type { Observed } from "../tracer.ts";
import type { Command, CommandCall, CommandResult, IdempotencyKey } from "./commands.ts";
import type { Write } from "./handlers.ts";
import type { PresentedClaim } from "./presented-claim.ts";

/** Sends commands to either database's write connection. */
export interface CommandQueue {
  /** Resolves once the command is on disk. */
  send(call: CommandCall): Promise<CommandResult>;
  /** Waits for running commands, then closes. */
  close(): Promise<void>;
}

/** The only way to write. Answers come after the commit. */
export interface Writer {
  /** Runs an internal command. */
  run<I, O>(command: Pick<Command<I, O>, "name" | "run">, input: I): Promise<O>;
  /** Runs an endpoint's write. */
  write(handler: Pick<Write, "endpoint">, request: WriteRequest): Promise<CommandResult>;
  close(): Promise<void>;
}

export interface WriteRequest {
  actor: Actor;
  input: unknown;
  idempotency?: IdempotencyKey | undefined;
  quota?: number | null;
  claim?: PresentedClaim | null;
}

/** `committed` is called after each durable command. */
export function createWriter(queue: CommandQueue, committed: () => void, observed: Observed = {}): Writer {
  const { meter, tracer } = observed;
  const send = async (untraced: CommandCall) => {
    const trace = tracer?.current();
    const call = trace === undefined ? untraced : { ...untraced, trace };
    const done = await (meter ? sendMeasured(meter, queue, call) : queue.send(call));
    committed();
    return done;
  };
  return {
    async run<I, O>({ name }: Pick<Command<I, O>, "name">, input: I) {
      const { body } = await send({ name, actor: null, input });
      return body as O; // Returned by the command of this name, possibly in another thread.
    },
    write({ endpoint }, { actor, input, idempotency, quota = null, claim = null }) {
      const more = {
        ...(idempotency ? { idempotency } : {}),
        ...(quota === null ? {} : { quota }),
        ...(claim === null ? {} : { claim }),
      };
      return send({ name: endpoint.id, actor, input, ...more });
    },
    close: () => queue.close(),
  };
}

async function sendMeasured(meter: Meter, queue: CommandQueue, call: CommandCall): Promise<CommandResult> {
  const from = performance.now();
  try {
    const done = await queue.send(call);
    meter.write("done", secondsSince(from));
    return done;
  } catch (error) {
    meter.write("failed", secondsSince(from));
    throw error;
  }
}
