import { readdir, readFile, stat } from "node:fs/promises";
import { accepts } from "../answers/compressed.ts";

const folderOfBuild = new URL("../../../../console/dist/", import.meta.url);

const types: Record<string, string> = {
  js: "text/javascript; charset=utf-8",
  css: "text/css; charset=utf-8",
  svg: "image/svg+xml",
  woff2: "font/woff2",
};

/** Precompressed encodings, smallest first. */
const encodings = [
  ["br", ".br"],
  ["gzip", ".gz"],
] as const;

/** A file as sent. */
export interface ConsoleFile {
  body: Buffer;
  headers: Record<string, string>;
}

export interface ConsoleFiles {
  /** Returns a page by name, by default the entry page; null if missing. */
  page(name?: string): Promise<Buffer | null>;
  /** Returns a built file in an accepted encoding; null if missing. */
  file(path: string, acceptEncoding: string | undefined): Promise<ConsoleFile | null>;
}

/** Reads console files on demand, one shared buffer each. */
export function consoleFilesOf(folder: URL = folderOfBuild): ConsoleFiles {
  /** Names in the folder; no other path is ever read. */
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
        // The frame that draws diagrams has an opaque origin.
        ...(path.startsWith("assets/drawing-") ? { "access-control-allow-origin": "*" } : {}),
        ...(path.startsWith("assets/") ? { "cache-control": "public, max-age=31536000, immutable" } : {}),
      };
      return { body, headers };
    },
  };
}

/** Returns a caching reader that rereads changed files. */
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
