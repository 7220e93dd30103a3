import { ApiError, invalid } from "../../errors.ts";

const deepest = 100;
type Path = (string | number)[];

/** Refuses NUL, lone surrogates and excessive nesting (decisions section 1, text). */
export function checkText(value: unknown, path: Path = []): void {
  if (typeof value === "string") {
    if (!isText(value)) throw invalid(pointerOf(path), "holds a NUL or half a surrogate pair");
  } else if (Array.isArray(value)) {
    requireDepth(path);
    for (let index = 0; index < value.length; index++) checkChild(value[index], path, index);
  } else if (typeof value === "object" && value !== null) {
    requireDepth(path);
    for (const [name, child] of Object.entries(value)) {
      if (!isText(name))
        throw invalid(pointerOf(path), "has a name that holds a NUL or half a surrogate pair");
      if (name === "__proto__") throw invalid(pointerOf([...path, name]), "is not a known field");
      checkChild(child, path, name);
    }
  }
}

function checkChild(child: unknown, path: Path, name: string | number): void {
  if (typeof child !== "string" && typeof child !== "object") return;
  path.push(name);
  checkText(child, path);
  path.pop();
}

function requireDepth(path: Path): void {
  if (path.length < deepest) return;
  throw new ApiError("invalid_json", `The body is nested more than ${deepest} levels deep.`);
}

const pointerOf = (path: Path) => path.map((part) => `/${pointer(String(part))}`).join("");

export const isText = (text: string) => text.isWellFormed() && !text.includes("\0");

/** Escapes a part of a JSON Pointer (RFC 6901). */
export const pointer = (name: string) => name.replaceAll("~", "~0").replaceAll("/", "~1");
