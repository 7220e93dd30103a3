import type { Graph } from "../../planning/specs/node-key.ts";
import { layOut } from "./layout.ts";

/** A layout as seen from the plan `here`. */
export interface LayoutRequest {
  graph: Graph;
  here: string;
}

addEventListener("message", ({ data: { graph, here } }: MessageEvent<LayoutRequest>) =>
  postMessage(layOut(graph, here)),
);
