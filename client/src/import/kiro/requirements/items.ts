import { plainDigits } from "../digits.ts";

const dotted =
  /^(?:\*\*|__)?([0-9０-９]+(?:[.．][0-9０-９]+)+)[.．]?(?:\*\*|__)?[:：、)）]?(?:\*\*|__)?\s+(.*)$/su;
const named = /^(?:\*\*|__)?[A-Z]{1,6}[-_ ]?[0-9]+(?:[.-][0-9]+)*(?:\*\*|__)?[:：]/u;
const forms = [
  /^[(（]([0-9０-９]{1,9})[)）]\s*(.*)$/su,
  /^([①-⑳])[.．、:：]?\s*(.*)$/su,
  /^([0-9]{1,9})[．、:：）]\s*(.*)$/su,
  /^([0-9]{1,9})[.)](?=[^\s\d])(.*)$/su,
  /^((?:(?![0-9])\p{Nd}){1,9})[.．、:：)）]\s*(.*)$/su,
];
const markdown = /^([0-9]{1,9})[.)]\s+(.*)$/su;
const box = /^\[[ xX]\]\s+/u;

/**
 * Returns the item of a text with its own number or label, if any: `1.1 …` becomes item `next` labelled
 * `R1.1:`, `AC-1:` stays, a plain number is the item's.
 */
function labelled(text: string, next: number, numbers: RegExp[]): string | null {
  const task = box.exec(text)?.[0] ?? "";
  const rest = text.slice(task.length);
  const [, label, after = ""] = dotted.exec(rest) ?? [];
  if (label) return `${next}. ${task}R${label.normalize("NFKC")}: ${after}`;
  if (named.test(rest)) return `${next}. ${task}${rest}`;
  for (const form of numbers) {
    const [, digits, own = ""] = form.exec(rest) ?? [];
    if (digits) return `${Number(plainDigits(digits.normalize("NFKC")))}. ${task}${own}`;
  }
  return null;
}

/**
 * Returns the item of a line with a number that markdown doesn't read: `1.1 …`, `AC-1: …`, `１．…`, `(1) …`,
 * `①…`, `1.…`.
 */
export function itemOfLine(line: string, next: number): string | null {
  const [, indent = "", text = ""] = /^( {0,3})(\S.*)$/su.exec(line) ?? [];
  const item = labelled(text, next, forms);
  return item === null ? null : indent + item;
}

/** Returns a bullet as an item, and whether it had its own number or label. */
export function itemOfBullet(line: string, next: number): { item: string; isNumbered: boolean } {
  const [, indent = "", gap = "", text = ""] = /^( *)[-*+]([ \t]*)(.*)$/su.exec(line) ?? [];
  const item = labelled(text, next, [...forms, markdown]);
  return { item: indent + (item ?? `${next}.${gap}${text}`), isNumbered: item !== null };
}
