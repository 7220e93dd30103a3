import type { Files } from "../files.ts";
import { findIssues } from "./issues-file.ts";

/** Tests for beads' issues: a repository, its `.beads`, or the file. */
export const isBeads = async (files: Files, path: string): Promise<boolean> =>
  (await findIssues(files, path)) !== null;
