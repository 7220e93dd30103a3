import { connect as open, type Socket } from "node:net";

export interface Connection {
  /** Sends a request; only one may be in flight. */
  send(request: Buffer): void;
  close(): void;
}

const largestRead = 128 * 1024;

/** Opens a keep-alive connection that only finds the end of each answer, to leave the CPU to the service. */
export function connect(port: number, onAnswer: (status: number) => void): Connection {
  const buffer = Buffer.alloc(largestRead);
  let head: Buffer | null = null;
  let bodyLeft = 0;
  let status = 0;
  let isLast = false;
  let waiting = false;
  let socket = dial();

  function dial(): Socket {
    // One reused buffer, so that chunks allocate nothing.
    const onread = { buffer, callback: (length: number) => read(buffer.subarray(0, length)) };
    const dialled = open({ port, host: "127.0.0.1", noDelay: true, onread });
    dialled.on("close", () => {
      if (dialled === socket && waiting) throw new Error("the connection ended before its answer");
    });
    return dialled;
  }

  function read(chunk: Buffer): boolean {
    if (bodyLeft > 0) {
      bodyLeft -= chunk.length;
      if (bodyLeft === 0) done();
      return true;
    }
    const all = head ? Buffer.concat([head, chunk]) : chunk;
    const end = all.indexOf("\r\n\r\n");
    head = end === -1 ? Buffer.from(all) : null;
    if (end === -1) return true;
    const fields = all.toString("latin1", 0, end);
    status = Number(fields.slice(9, 12));
    isLast = /\nconnection: close/i.test(fields);
    const length = status === 304 ? 0 : Number(/\ncontent-length: (\d+)/i.exec(fields)?.[1]);
    if (Number.isNaN(length)) throw new Error(`an answer ${status} without its length`);
    bodyLeft = length - (all.length - end - 4);
    if (bodyLeft === 0) done();
    return true;
  }

  function done(): void {
    waiting = false;
    if (isLast) {
      const old = socket;
      socket = dial();
      old.destroy();
    }
    onAnswer(status);
  }

  return {
    send(request) {
      waiting = true;
      socket.write(request);
    },
    close() {
      waiting = false;
      socket.destroy();
    },
  };
}
