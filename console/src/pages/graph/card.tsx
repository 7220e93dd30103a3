import type { Claim } from "@groundplan/contract";
import { Link } from "@tanstack/react-router";
import { Handle as Grip, type Node, type NodeProps, Position, useConnection } from "@xyflow/react";
import { StatusMark } from "../../components/status.tsx";
import { HeldWords } from "../../planning/claims/held-words.tsx";
import { Release } from "../../planning/claims/release.tsx";
import { card, type Placed, timingText } from "./layout.ts";

export type CardNode = Node<{
  projectSlug: string;
  placed: Placed;
  claim: Claim | undefined;
  canEdit: boolean;
  light: (key: string | null) => void;
}>;

/** Done is sunk; the critical path is blue. */
const shapeOf = ({ node: { wave, critical } }: Placed) =>
  wave === null
    ? "border-line-strong bg-sunk text-ink-2"
    : critical
      ? "border-accent bg-sheet"
      : "border-line-strong bg-sheet";

/** A spec with a handle for drawing dependencies. Fonts are in pixels, since users zoom in. */
export function Card({ data: { projectSlug, placed, claim, canEdit, light } }: NodeProps<CardNode>) {
  const { key, node } = placed;
  const { planShortId, specShortId, title, status } = node;
  const params = { projectSlug, planShortId, specShortId };
  const isDrawing = useConnection(({ inProgress }) => inProgress);
  return (
    <div
      className={`group relative rounded-md border ${shapeOf(placed)}`}
      style={{ width: card.width, height: card.height }}
      onPointerEnter={() => light(key)}
      onPointerLeave={() => light(null)}
    >
      <Link
        to="/projects/$projectSlug/plans/$planShortId/specs/$specShortId"
        params={params}
        data-row
        draggable={false}
        onFocus={() => light(key)}
        onBlur={() => light(null)}
        className="block size-full rounded-md px-[10px] py-[6px]"
      >
        <span className="flex h-[18px] items-center justify-between gap-2 font-mono text-[11px] text-ink-3">
          <span className="min-w-0 truncate">{key}</span>
          <span className="flex flex-none items-center gap-1.5">
            {timingText(placed)}
            {status !== "TODO" && <StatusMark status={status} />}
          </span>
        </span>
        <span className={`${claim ? "line-clamp-1" : "line-clamp-2"} text-[12.5px] leading-[16px]`}>
          {title}
        </span>
        {claim && <HeldWords claim={claim} className="text-[11px] leading-[16px]" />}
      </Link>
      <Grip
        type="target"
        position={Position.Left}
        isConnectable={canEdit}
        isConnectableStart={false}
        aria-hidden="true"
        className={`inset-0! size-full! transform-none! rounded-md! border-0! bg-transparent! ${isDrawing ? "" : "pointer-events-none!"}`}
      />
      <Grip
        type="source"
        position={Position.Right}
        isConnectable={canEdit}
        isConnectableEnd={false}
        aria-hidden="true"
        title="Draw a line to a spec that needs this one"
        className={`size-3.5! rounded-full! border-2! border-accent! bg-sheet! opacity-0 ${canEdit ? "group-focus-within:opacity-100 group-hover:opacity-100 pointer-coarse:opacity-100" : "pointer-events-none!"}`}
      />
      {claim && (
        <Release
          key={claim.id}
          params={params}
          claim={claim}
          look="plain"
          className="nodrag nopan absolute right-[9px] bottom-[3px] z-1 px-[6px]! py-px! text-[11px]! opacity-0 group-focus-within:opacity-100 group-hover:opacity-100 pointer-coarse:opacity-100"
        />
      )}
    </div>
  );
}
