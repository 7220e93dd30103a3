import type { XmlAttributes, XmlHandlers } from "./read-xml.ts";

type Event = (to: XmlHandlers) => void;

interface Repeated {
  times: number;
  /** Number of open elements within it. */
  depth: number;
  events: Event[];
}

/** Repetitions of a cell or row, and total events added: a small file may ask for billions. */
const mostTimes = 1000;
const mostAdded = 100_000;

/**
 * Forwards an OpenDocument's XML events, repeating cells and rows as their repeat counts say. `isCut` tells
 * whether any were dropped.
 */
export function repeatCells(to: XmlHandlers): { handlers: Required<XmlHandlers>; isCut(): boolean } {
  const open: Repeated[] = [];
  let left = mostAdded;
  let isCut = false;
  const pass = (event: Event) => {
    event(to);
    // Longer recordings exceed the limit anyway.
    for (const { events } of open) if (events.length <= mostAdded) events.push(event);
  };
  const end = () => {
    for (const one of open) one.depth--;
    if (open.at(-1)?.depth !== 0) return;
    const { events, times } = open.pop() as Repeated;
    const most = Math.min(times, mostTimes, Math.floor(left / events.length) + 1) - 1;
    // Empty repetitions only fill the table to its edge.
    if (most < times - 1 && events.length > 2) isCut = true;
    left -= most * events.length;
    for (let n = 0; n < most; n++) for (const event of events) pass(event);
  };
  return {
    isCut: () => isCut,
    handlers: {
      open(name, attributes) {
        const times = timesOf(name, attributes);
        for (const one of open) one.depth++;
        if (times > 1) open.push({ times, depth: 1, events: [] });
        pass(({ open }) => open?.(name, attributes));
      },
      text: (text) => pass((handlers) => handlers.text?.(text)),
      close(name) {
        pass(({ close }) => close?.(name));
        end();
      },
    },
  };
}

function timesOf(name: string, attributes: XmlAttributes): number {
  const isCell = name === "table-cell" || name === "covered-table-cell";
  if (!isCell && name !== "table-row") return 1;
  return Math.trunc(Number(attributes[`table:number-${isCell ? "columns" : "rows"}-repeated`] ?? 1));
}
