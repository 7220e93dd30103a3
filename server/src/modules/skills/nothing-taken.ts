import { ApiError, invalid } from "../../errors.ts";
import type { Problem } from "./text/folders.ts";

/** Problems listed per error. */
const mostListed = 20;

/** Returns the error of an archive without any importable skill. */
export function nothingTaken(problems: readonly Problem[]): ApiError {
  if (problems.length === 0) return invalid("/file", "holds no skill: pack a folder with a SKILL.md");
  const details = problems
    .slice(0, mostListed)
    .map(({ path, message }) => ({ path: "/file", message: `${path}: ${message}` }));
  return new ApiError(
    "invalid_request",
    `The archive holds no skill that can be taken. ${details[0]?.message}`,
    details,
  );
}
