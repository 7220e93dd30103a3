import { readdir, readFile } from "node:fs/promises";
import { accepts } from "./compressed.ts";

/** The folder of the console's build. */
const folderOfBuild = new URL("../../../console/dist/", import.meta.url);

const types: Record<string, string> = {
  js: "text/javascript; charset=utf-8",
  css: "text/css; charset=utf-8",
  svg: "image/svg+xml",
  woff2: "font/woff2",
};

/** The encodings in which the build has its files, the smallest first. */
const encodings = [
  ["br", ".br"],
  ["gzip", ".gz"],
] as const;

/** A file as it is sent. */
export interface ConsoleFile {
  body: Buffer;
  headers: Record<string, string>;
}

export interface ConsoleFiles {
  /** Returns a page by its name: the one from which the console begins unless told. Null where the build has none. */
  page(name?: string): Promise<Buffer | null>;
  /** Returns a file of the build by its path, in an encoding that is accepted; null where there is none. */
  file(path: string, acceptEncoding: string | undefined): Promise<ConsoleFile | null>;
}

/**
 * Reads the files of the console. They are read as they are asked for and not kept, since browsers keep them: at rest
 * they take no memory.
 */
export function consoleFilesOf(folder: URL = folderOfBuild): ConsoleFiles {
  /** This is what the folder has; no other path is ever read. */
  const listed = () => namesIn(folder).catch(() => new Set<string>());
  return {
    page: (name = "index") => readFile(new URL(`${name}.html`, folder)).catch(() => null),
    async file(path, acceptEncoding = "") {
      const type = types[path.split(".").at(-1) ?? ""];
      const names = await listed();
      if (!type || !names.has(path)) return null;
      const encoding = encodings.find(
        ([name, end]) => accepts(acceptEncoding, name) && names.has(`${path}${end}`),
      );
      const body = await readFile(new URL(`${path}${encoding?.[1] ?? ""}`, folder));
      const headers = {
        "content-type": type,
        vary: "accept-encoding",
        ...(encoding ? { "content-encoding": encoding[0] } : {}),
        ...(path.startsWith("assets/") ? { "cache-control": "public, max-age=31536000, immutable" } : {}),
      };
      return { body, headers };
    },
  };
}

async function namesIn(folder: URL): Promise<Set<string>> {
  const [top, assets] = await Promise.all([readdir(folder), readdir(new URL("assets/", folder))]);
  return new Set([...top, ...assets.map((name) => `assets/${name}`)]);
}
