import { fitReference } from "../text/reference.ts";
import { prefix } from "./index.ts";

/** Returns a reference such as `spec-kit:002-login/US1`. */
export const referenceOf = (feature: string, ...path: string[]): string =>
  // A different separator between folders: `a/tasks` may be a folder, and `a` may have tasks.
  fitReference(`${prefix}${[feature.replaceAll("/", ":"), ...path].join("/")}`);
