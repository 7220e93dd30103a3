import { DocumentTarget, type DocumentTarget as Target } from "@groundplan/contract";
import { invalid } from "../../errors.ts";

/** Parses a target: JSON, or `kind:id` as in `plan-item:<uuid>`. */
export function readTarget(text: string): Target {
  const short = /^(plan-item|context-source):(.*)$/s.exec(text);
  if (short) {
    const [, kind, id = ""] = short;
    return kind === "plan-item" ? { kind, itemId: id } : { kind: "context-source", id };
  }
  const read = DocumentTarget.safeParse(parsed(text));
  if (read.success) return read.data;
  throw invalid(
    "/target",
    'is no target of a document; send `plan-item:<uuid>`, or JSON such as `{"kind":"instructions"}`',
  );
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return null;
  }
}
