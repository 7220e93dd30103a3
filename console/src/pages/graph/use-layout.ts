import { useEffect, useState } from "react";
import { startWorker } from "../../base/own-worker.ts";
import type { Graph } from "../../planning/specs/node-key.ts";
import { type Layout, layOut } from "./layout.ts";
import type { LayoutRequest } from "./layout.worker.ts";
// oxlint-disable-next-line import/default -- Vite makes this module, which exports the address of the worker.
import address from "./layout.worker.ts?worker&url";

/** Null at first; a worker takes a tenth of a second for thousands of specs. */
export function useLayout(graph: Graph, here: string): Layout | null {
  const [found, setFound] = useState<{ layout: Layout; here: string } | null>(null);
  useEffect(() => {
    const worker = startWorker(address);
    const take = (layout: Layout) => setFound({ layout, here });
    worker.onmessage = ({ data }: MessageEvent<Layout>) => take(data);
    // Fallback if the worker can't be loaded.
    worker.onerror = () => take(layOut(graph, here));
    worker.postMessage({ graph, here } satisfies LayoutRequest);
    return () => worker.terminate();
  }, [graph, here]);
  return found?.here === here ? found.layout : null;
}
