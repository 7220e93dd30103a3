/** One message of a stream of server-sent events. */
export interface Message {
  id: string;
  event: string;
  data: string;
  /** The milliseconds that the service asks to wait before the next connection. */
  retry?: number;
}

/** Yields the messages of a stream of server-sent events. */
export async function* messagesOf(body: ReadableStream<Uint8Array>, onBytes: () => void) {
  const reader = body.getReader();
  const decoder = new TextDecoder();
  let rest = "";
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      onBytes();
      const blocks = (rest + decoder.decode(value, { stream: true })).split(/\r?\n\r?\n/);
      rest = blocks.pop() ?? "";
      for (const block of blocks) {
        const message = messageOf(block);
        if (message) yield message;
      }
    }
  } finally {
    await reader.cancel().catch(() => {});
  }
}

/** Reads one message; null for a comment. */
function messageOf(block: string): Message | null {
  const fields = new Map<string, string>();
  for (const line of block.split(/\r?\n/)) {
    const [, name, value = ""] = /^([^:]+)(?:: ?(.*))?$/s.exec(line) ?? [];
    if (name === undefined) continue;
    const before = fields.get(name);
    fields.set(name, name === "data" && before !== undefined ? `${before}\n${value}` : value);
  }
  if (fields.size === 0) return null;
  const retry = Number(fields.get("retry") ?? Number.NaN);
  return {
    id: fields.get("id") ?? "",
    event: fields.get("event") ?? "message",
    data: fields.get("data") ?? "",
    ...(Number.isFinite(retry) ? { retry } : {}),
  };
}
