import { layOut } from "./layout.ts";
import type { Graph } from "./node-key.ts";

/** This is what the worker is asked: the places of the specs of a graph, as a plan sees it. */
export interface Asked {
  graph: Graph;
  here: string;
}

addEventListener("message", ({ data: { graph, here } }: MessageEvent<Asked>) =>
  postMessage(layOut(graph, here)),
);
