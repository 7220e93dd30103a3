import type { Files } from "../files.ts";
import { placeAt } from "./place.ts";
import { specKitTree } from "./tree.ts";

/** Tests for a folder of spec-kit's features, one of them, or a repository with them. */
export async function isSpecKit(files: Files, path: string): Promise<boolean> {
  if ((await placeAt(files, path)) === null) return false;
  const { features } = await specKitTree(files, path);
  return features.length > 0;
}
