import type { Notice } from "../format.ts";
import { isContext } from "./context.ts";

const firstLine = (text: string) =>
  text
    .split("\n")
    .find((line) => line.trim() !== "")
    ?.trim() ?? "";

function countLines(text: string): string {
  const count = text === "" ? 0 : text.replace(/\n$/u, "").split("\n").length;
  return count === 1 ? "1 line" : `${count} lines`;
}

/** Returns the feature name in `spec.json`, otherwise "" and the problem. */
export function featureName(json: string): { name: string; problem: string } {
  try {
    const value: unknown = JSON.parse(json.replace(/^\uFEFF/u, ""));
    const name =
      typeof value === "object" && value !== null && "feature_name" in value ? value.feature_name : "";
    return typeof name === "string"
      ? { name, problem: "" }
      : { name: "", problem: "feature_name is no text" };
  } catch (error) {
    return { name: "", problem: error instanceof Error ? error.message : String(error) };
  }
}

/** Returns the notice for an ignored file. */
export function notImported(file: string, text: string): Notice {
  const start = `not imported, ${countLines(text)}`;
  if (file === "spec.json") {
    const { name, problem } = featureName(text);
    const why = problem ? `${start}: not understood (${problem})` : `${start}: only feature_name is read`;
    return { file, line: 1, text: name || firstLine(text), why };
  }
  const why = `${start}: ${isContext(file) ? "a context source of the plan, of which there is none" : "no part of a Kiro spec that makes specs"}`;
  return { file, line: 1, text: firstLine(text), why };
}
