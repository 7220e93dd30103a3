import "@xyflow/react/dist/base.css";
import { ReactFlow, ReactFlowProvider, useReactFlow, useStore } from "@xyflow/react";
import { type MouseEvent, useEffect, useMemo, useState } from "react";
import { Button } from "../../components/button.tsx";
import { Kbd } from "../../components/keyboard/kbd.tsx";
import { useKey } from "../../components/keyboard/keys.ts";
import type { PlanParams } from "../../planning/params.ts";
import { Card, type CardNode } from "./card.tsx";
import { connect } from "./connect.ts";
import { Drawing } from "./drawing.tsx";
import { claimOf, type HeldSpecs } from "./held-specs.ts";
import { card, type Layout, sizeOf } from "./layout.ts";

const nodeTypes = { card: Card };
const none: CardNode[] = [];
/** The scale below which cards are illegible. */
const readable = 0.45;
/** In pixels; wave titles are at the top. */
const margin = { side: 20, top: 52 };

interface Properties {
  params: PlanParams;
  layout: Layout;
  held: HeldSpecs;
  canEdit: boolean;
  /** The spec to center on. */
  at: string | undefined;
}

/** The graph as a pannable, zoomable canvas. */
export default function Canvas(properties: Properties) {
  return (
    <ReactFlowProvider>
      <Inner {...properties} />
    </ReactFlowProvider>
  );
}

function Inner({ params, layout, held, canEdit, at: centered }: Properties) {
  const flow = useReactFlow();
  const width = useStore((state) => state.width);
  const height = useStore((state) => state.height);
  const isFar = useStore(({ transform: [, , scale] }) => scale < readable);
  const [lit, light] = useState<string | null>(centered ?? null);
  const nodes = useMemo(
    () =>
      [...layout.placed.values()].map(
        (placed): CardNode => ({
          id: placed.key,
          type: "card",
          position: { x: placed.x, y: placed.y },
          width: card.width,
          height: card.height,
          // Otherwise only draggable or selectable cards receive pointer events.
          style: { pointerEvents: "all" },
          data: {
            projectSlug: params.projectSlug,
            placed,
            claim: claimOf(held, placed.node),
            canEdit,
            light,
          },
        }),
      ),
    [layout, held, params.projectSlug, canEdit],
  );
  const size = sizeOf(layout);
  const fit = () => {
    const scale = Math.min(
      (width - 2 * margin.side) / size.width,
      (height - margin.top - margin.side) / size.height,
    );
    const zoom = Math.min(1, Math.max(0.02, scale));
    void flow.setViewport({ x: margin.side, y: margin.top, zoom });
  };
  const centre = (x: number, y: number) => void flow.setCenter(x, y, { zoom: 1 });
  const isThere = width > 0;
  // Before it is positioned, all cards would count as visible.
  const [isPlaced, setPlaced] = useState(false);
  const opened = centered === undefined ? undefined : layout.placed.get(centered);
  // biome-ignore lint/correctness/useExhaustiveDependencies: it is shown whole, or at a spec, once when it opens.
  useEffect(() => {
    if (!isThere) return;
    if (opened) centre(opened.x + card.width / 2, opened.y + card.height / 2);
    else fit();
    setPlaced(true);
  }, [isThere]);
  useKey("f", "Fit the graph to the window", fit);
  useKey("+", "Zoom in", () => void flow.zoomIn());
  useKey("-", "Zoom out", () => void flow.zoomOut());
  const comeCloser = (event: MouseEvent) => {
    if (!isFar) return;
    const { x, y } = flow.screenToFlowPosition({ x: event.clientX, y: event.clientY });
    centre(x, y);
  };
  return (
    <div className="relative h-[max(24rem,calc(100dvh-17rem))] overflow-hidden rounded-card border border-line bg-sheet grid-paper-24">
      <ReactFlow
        nodes={isFar || !isPlaced ? none : nodes}
        edges={[]}
        nodeTypes={nodeTypes}
        onlyRenderVisibleElements
        nodesDraggable={false}
        nodesFocusable={false}
        nodesConnectable={canEdit}
        elementsSelectable={false}
        connectOnClick={false}
        deleteKeyCode={null}
        selectionKeyCode={null}
        multiSelectionKeyCode={null}
        panActivationKeyCode={null}
        disableKeyboardA11y
        minZoom={0.02}
        maxZoom={1.5}
        connectionRadius={90}
        proOptions={{ hideAttribution: true }}
        onPaneClick={comeCloser}
        onConnect={({ source, target }) => {
          const [need, who] = [layout.placed.get(source), layout.placed.get(target)];
          if (need && who && need !== who) void connect(params, who, need);
        }}
        role="region"
        aria-label="Graph"
        className={isFar ? "[&_.react-flow__pane]:cursor-zoom-in!" : ""}
      >
        <Drawing layout={layout} held={held} isFar={isFar} lit={lit} />
      </ReactFlow>
      <div className="absolute right-2 bottom-2 z-5 flex gap-1">
        <Button aria-label="Zoom out" onClick={() => void flow.zoomOut()}>
          −
        </Button>
        <Button aria-label="Zoom in" onClick={() => void flow.zoomIn()}>
          +
        </Button>
        <Button onClick={fit}>
          Fit <Kbd>f</Kbd>
        </Button>
      </div>
    </div>
  );
}
