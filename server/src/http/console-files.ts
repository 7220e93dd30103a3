import { readdir, readFile, stat } from "node:fs/promises";
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

/** Reads the files of the console as they are requested. Each is one buffer for all who are sent it. */
export function consoleFilesOf(folder: URL = folderOfBuild): ConsoleFiles {
  /** The names in the folder; no other path is ever read. */
  let names = new Set<string>();
  const isListed = async (path: string): Promise<boolean> => {
    if (!names.has(path)) names = await namesIn(folder).catch(() => new Set<string>());
    return names.has(path);
  };
  const read = keptFiles();
  return {
    page: (name = "index") => read(new URL(`${name}.html`, folder)).catch(() => null),
    async file(path, acceptEncoding = "") {
      const type = types[path.split(".").at(-1) ?? ""];
      if (!type || !(await isListed(path))) return null;
      const encoding = encodings.find(
        ([name, end]) => accepts(acceptEncoding, name) && names.has(`${path}${end}`),
      );
      const body = await read(new URL(`${path}${encoding?.[1] ?? ""}`, folder)).catch(() => null);
      if (!body) return null;
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

/** Returns a function that reads a file and keeps it; one that has changed is read again. */
function keptFiles(): (url: URL) => Promise<Buffer> {
  const kept = new Map<string, { changedAt: number; body: Promise<Buffer> }>();
  return async (url) => {
    const { mtimeMs: changedAt } = await stat(url);
    const known = kept.get(url.href);
    if (known?.changedAt === changedAt) return known.body;
    const body = readFile(url);
    kept.set(url.href, { changedAt, body });
    body.catch(() => kept.delete(url.href));
    return body;
  };
}

async function namesIn(folder: URL): Promise<Set<string>> {
  const [top, assets] = await Promise.all([readdir(folder), readdir(new URL("assets/", folder))]);
  return new Set([...top, ...assets.map((name) => `assets/${name}`)]);
}
