import type { XmlAttributes, XmlHandlers } from "./read-xml.ts";

type Event = (to: XmlHandlers) => void;

interface Repeated {
  times: number;
  /** The number of elements that are open within it. */
  depth: number;
  events: Event[];
}

/** The most times that a cell or a row stands there, and the most events that all of them add: a small file may ask for billions. */
const mostTimes = 1000;
const mostAdded = 100_000;

/**
 * Passes what is read of an OpenDocument's XML on, and once more for each repetition of a cell or a row, which the format
 * writes as one with a number. `isCut` tells whether there were more of them than are shown.
 */
export function repeatCells(to: XmlHandlers): { handlers: Required<XmlHandlers>; isCut(): boolean } {
  const open: Repeated[] = [];
  let left = mostAdded;
  let isCut = false;
  const pass = (event: Event) => {
    event(to);
    // So many can't be repeated anyway.
    for (const { events } of open) if (events.length <= mostAdded) events.push(event);
  };
  const end = () => {
    for (const one of open) one.depth--;
    if (open.at(-1)?.depth !== 0) return;
    const { events, times } = open.pop() as Repeated;
    const most = Math.min(times, mostTimes, Math.floor(left / events.length) + 1) - 1;
    // An empty one fills the table up to its edge.
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
