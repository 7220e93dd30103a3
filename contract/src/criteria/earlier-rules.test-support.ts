import { indent } from "../markdown/line.ts";
import { CODES, listMarkerLength } from "../markdown/markers.ts";
import { close, readLine } from "../markdown/scan.ts";
import { newScan, type Scan } from "../markdown/state.ts";
import { addBlank, addLine, continueLine, type ItemText, newItemText } from "./item-text.ts";
import { type Criterion, toCriterion } from "./label.ts";

const NAMES =
  "acceptance\\s+criteri(?:a|on)|done\\s+when|受け?入れ?(?:基準|条件)|完了条件|akzeptanzkriterien|critérios\\s+de\\s+aceit(?:ação|e)|criterios\\s+de\\s+aceptación|critères\\s+d['’]acceptation|验收(?:标准|条件)|معايير\\s+القبول";
const HEADING = new RegExp(`^[^\\p{L}]*(?:${NAMES})(?:\\s*[(（][^()（）]*[)）])?[^\\p{L}]*$`, "iu");

/**
 * Returns the criteria by the rules of version 0.1: numbered items below headings of "Acceptance criteria".
 */
export function earlierCriteria(markdown: string): Criterion[] {
  const found: Criterion[] = [];
  let section = 0;
  let item: ItemText | null = null;
  const scan = newScan(markdown, {
    heading(_: Scan, level, source) {
      if (section > 0 && level > section) return;
      section = source.trim().length <= 200 && HEADING.test(source.trim()) ? level : 0;
    },
    item(_: Scan, isNumbered) {
      if (section > 0 && isNumbered) item = newItemText();
    },
    end() {
      if (item === null) return;
      const criterion = toCriterion(item.text);
      if (criterion.id !== null || criterion.text !== "") found.push(criterion);
      item = null;
    },
    block(columns) {
      if (item) item.shift = columns;
    },
    line({ line, open }, verbatim) {
      if (item === null) return;
      if (line.isEmpty) addBlank(item);
      else addLine(item, open, line, verbatim);
    },
    continuation({ line, open }, lazy, isRow) {
      if (item === null) return;
      const isAfterBreak =
        item.hardBreak !== null &&
        indent(line) < 4 &&
        line.code !== CODES.equals &&
        listMarkerLength(line) === 0;
      continueLine(item, open, line, lazy, isRow || isAfterBreak);
    },
  });
  let start = 0;
  while (start < markdown.length) {
    const newline = markdown.indexOf("\n", start);
    const end = newline === -1 ? markdown.length : newline;
    readLine(scan, start, end);
    start = end + 1;
  }
  close(scan, 0);
  return found;
}
