import { posix } from "node:path";
import { Unreadable } from "../reader.ts";
import type { Zip } from "./open-zip.ts";
import { readXml } from "./read-xml.ts";

/** A part's relationships by id. */
export type References = ReadonlyMap<string, { target: string; type: string; isExternal: boolean }>;

/** Reads a part's relationships without following them. */
export async function referencesOf(zip: Zip, part: string): Promise<References> {
  const found = new Map<string, { target: string; type: string; isExternal: boolean }>();
  const { dir, base } = posix.parse(part);
  const xml = await zip.read(posix.join(dir, "_rels", `${base}.rels`));
  readXml(xml ?? "", {
    open(name, { Id = "", Target = "", Type = "", TargetMode }) {
      if (name !== "Relationship") return;
      const isExternal = TargetMode === "External";
      const target = isExternal
        ? Target
        : posix.join(Target.startsWith("/") ? "" : dir, Target).replace(/^\//, "");
      found.set(Id, { target, type: Type.slice(Type.lastIndexOf("/") + 1), isExternal });
    },
  });
  return found;
}

/** Returns the name of the main part, such as `word/document.xml`. */
export async function mainPart(zip: Zip): Promise<string | null> {
  const references = await referencesOf(zip, "");
  return [...references.values()].find(({ type }) => type === "officeDocument")?.target ?? null;
}

/** Reads an indispensable part. */
export async function needPart(zip: Zip, name: string | null): Promise<string> {
  const text = name === null ? null : await zip.read(name);
  if (text === null) throw new Unreadable("failed", "The file is damaged: a part of it is missing.");
  return text;
}

/** Returns the title in an Office or OpenDocument file's metadata. */
export async function titleOf(zip: Zip, part: string): Promise<string | null> {
  let title: string | null = null;
  let inside = false;
  readXml((await zip.read(part)) ?? "", {
    open(name) {
      inside = name === "title";
    },
    text(text) {
      if (inside) title = (title ?? "") + text;
    },
    close() {
      inside = false;
    },
  });
  return (title as string | null)?.trim() || null;
}
