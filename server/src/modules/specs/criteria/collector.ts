import { announcesCriteria, type Criterion, toCriterion } from "@groundplan/contract";
import { indent } from "../../../markdown/line.ts";
import { CODES, listMarkerLength } from "../../../markdown/markers.ts";
import type { BlockListener } from "../../../markdown/state.ts";
import { addBlank, addLine, continueLine, type ItemText, newItemText } from "./item-text.ts";

/** Collects the criteria of a text while it is scanned. */
export interface Collector extends BlockListener {
  readonly found: Criterion[];
  /** The level of the heading that started the criteria section, 0 outside of one. */
  section: number;
  /** The numbered item of a criteria section that is being read. */
  item: ItemText | null;
}

export function newCollector(): Collector {
  const collector: Collector = {
    found: [],
    section: 0,
    item: null,
    heading(level, source) {
      if (collector.section > 0 && level > collector.section) return;
      collector.section = announcesCriteria(source) ? level : 0;
    },
    numberedItem() {
      if (collector.section > 0) collector.item = newItemText();
    },
    end() {
      if (collector.item === null) return;
      const criterion = toCriterion(collector.item.text);
      if (criterion.id !== null || criterion.text !== "") collector.found.push(criterion);
      collector.item = null;
    },
    block(columns) {
      if (collector.item) collector.item.shift = columns;
    },
    // A line that holds only a quote's marker is not blank in the item.
    line({ line, open }, verbatim) {
      const { item } = collector;
      if (item === null) return;
      if (line.isEmpty) addBlank(item);
      else addLine(item, open, line, verbatim);
    },
    // A table's row and a line after a hard break stay lines of their own.
    continuation({ line, open }, lazy, isRow) {
      const { item } = collector;
      if (item === null) return;
      // Alone at a line's start, some text would begin a block or be an underline, which it did not in its place.
      const isAfterBreak =
        item.hardBreak !== null &&
        indent(line) < 4 &&
        line.code !== CODES.equals &&
        listMarkerLength(line) === 0;
      continueLine(item, open, line, lazy, isRow || isAfterBreak);
    },
  };
  return collector;
}
