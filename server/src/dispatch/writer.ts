import type { Actor } from "../actor.ts";
import { type Meter, secondsSince } from "../meter.ts";
import type { Room } from "../storage/room.ts";
import type { Observed } from "../tracer.ts";
import type { Command, CommandCall, CommandResult, IdempotencyKey } from "./commands.ts";
import type { Write } from "./handlers.ts";

/** Carries commands to the write connection, on either database. */
export interface CommandQueue {
  /** Sends a command; resolves once the command is on disk. */
  send(call: CommandCall): Promise<CommandResult>;
  /** Waits for running commands to end, then closes. */
  close(): Promise<void>;
}

/** The only way to write. A command is answered only when it is on disk. */
export interface Writer {
  /** Runs a command of the service. */
  run<I, O>(command: Pick<Command<I, O>, "name" | "run">, input: I): Promise<O>;
  /** Runs the write of an endpoint. */
  write(handler: Pick<Write, "endpoint">, request: WriteRequest): Promise<CommandResult>;
  close(): Promise<void>;
}

export interface WriteRequest {
  actor: Actor;
  input: unknown;
  idempotency?: IdempotencyKey | undefined;
  room?: Room | undefined;
}

/** `committed` is called after each command that is on disk. */
export function createWriter(queue: CommandQueue, committed: () => void, by: Observed = {}): Writer {
  const { meter, tracer } = by;
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
      return body as O; // The command of this name returned it, maybe in another thread.
    },
    write({ endpoint }, { actor, input, idempotency, room }) {
      const more = { ...(idempotency ? { idempotency } : {}), ...(room ? { room } : {}) };
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
