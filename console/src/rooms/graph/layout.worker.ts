import { layOut } from "./layout.ts";
import type { Graph } from "./node-key.ts";

/** A request for a layout, from the perspective of the plan `here`. */
export interface Asked {
  graph: Graph;
  here: string;
}

addEventListener("message", ({ data: { graph, here } }: MessageEvent<Asked>) =>
  postMessage(layOut(graph, here)),
);
