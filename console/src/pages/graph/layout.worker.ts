import { layOut } from "./layout.ts";
import type { Graph } from "./node-key.ts";

/** A layout as seen from the plan `here`. */
export interface Asked {
  graph: Graph;
  here: string;
}

addEventListener("message", ({ data: { graph, here } }: MessageEvent<Asked>) =>
  postMessage(layOut(graph, here)),
);
