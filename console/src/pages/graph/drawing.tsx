import { useStore, ViewportPortal } from "@xyflow/react";
import { useMemo } from "react";
import { claimOf, type HeldSpecs } from "./held-specs.ts";
import { boxesOf, type Layout, pathOf, sizeOf } from "./layout.ts";

/** The smallest size of wave titles on screen, in pixels. */
const smallest = 11;

/** Narrower waves show only their number, in pixels. */
const widthForTitle = 52;

interface Properties {
  layout: Layout;
  held: HeldSpecs;
  /** Cards too small to read become boxes. */
  isFar: boolean;
  /** The spec whose edges are highlighted. */
  lit: string | null;
}

/** Draws edges, wave titles, and zoomed-out cards below the cards. */
export function Drawing({ layout, held, isFar, lit }: Properties) {
  const zoom = useStore(({ transform: [, , scale] }) => scale);
  const { width, height } = sizeOf(layout);
  const drawn = useMemo(() => {
    const all = [...layout.placed.values()];
    const open = all.filter(({ node }) => node.wave !== null);
    return {
      plain: pathOf(layout.lines.filter(({ isCritical }) => !isCritical)),
      critical: pathOf(layout.lines.filter(({ isCritical }) => isCritical)),
      done: boxesOf(all.filter(({ node }) => node.wave === null)),
      open: boxesOf(open.filter(({ node }) => !node.critical)),
      decisive: boxesOf(open.filter(({ node }) => node.critical)),
    };
  }, [layout]);
  const claimed = useMemo(
    () => boxesOf([...layout.placed.values()].filter(({ node }) => claimOf(held, node))),
    [layout, held],
  );
  const litPath = useMemo(
    () =>
      lit === null ? "" : pathOf(layout.lines.filter(({ from, to }) => from.key === lit || to.key === lit)),
    [layout, lit],
  );
  return (
    <ViewportPortal>
      <svg
        aria-hidden="true"
        width={width}
        height={height}
        fill="none"
        className="pointer-events-none absolute top-0 left-0 -z-1 overflow-visible"
      >
        <path d={drawn.plain} className={isFar ? "stroke-line" : "stroke-line-strong"} strokeWidth={1.5} />
        <path d={drawn.critical} className="stroke-accent" strokeWidth={isFar ? 4 : 2} />
        <path d={litPath} className="stroke-accent" strokeWidth={2} />
        {isFar && (
          <>
            <path d={drawn.done} className="fill-sunk stroke-line-strong" strokeWidth={3} />
            <path d={drawn.open} className="fill-sheet stroke-field" strokeWidth={3} />
            <path d={drawn.decisive} className="fill-accent-soft stroke-accent" strokeWidth={5} />
            <path d={claimed} className="fill-warn-soft stroke-warn" strokeWidth={5} />
          </>
        )}
      </svg>
      {layout.columns.map(({ title, x, width: wide }) => (
        <p
          key={title}
          className="pointer-events-none absolute font-semibold whitespace-nowrap text-ink-2"
          style={{
            left: x,
            top: -16 - (2 * smallest) / zoom,
            fontSize: Math.max(12, smallest / zoom),
            lineHeight: 1.2,
          }}
        >
          {wide * zoom < widthForTitle ? title.replace("Wave ", "") : title}
        </p>
      ))}
    </ViewportPortal>
  );
}
