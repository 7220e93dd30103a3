import { type Bytes, type Limits, runConfined } from "../../src/extract/run-confined.ts";

const program = new URL("./hostile-program.ts", import.meta.url);
export const limits: Limits = {
  cpuSeconds: 20,
  wallSeconds: 100,
  memory: 250 * 2 ** 20,
  heap: 384 * 2 ** 20,
  bytes: 2 ** 20,
};

export const runHostile = (
  name: string,
  changed: Partial<Limits> = {},
  signal: AbortSignal = new AbortController().signal,
  bytes: Bytes = [Buffer.from("text")],
) => runConfined(program, { name, mediaType: "", address: "" }, bytes, { ...limits, ...changed }, signal);
