import { readFileSync, statSync } from "node:fs";
import { join } from "node:path";

interface Chunk {
  file: string;
  imports?: string[];
  css?: string[];
}

/** The largest sum of what a first route loads, in bytes as they are sent with gzip. */
const largest = 150_000;

/** The modules that each of the console's first routes loads beside the page itself. */
const routes = {
  "home, after a sign-in": ["src/frame/frame.tsx", "src/rooms/home.tsx"],
  "the sign-in": ["src/rooms/gate/sign-in.tsx"],
};

/** Throws where a first route of a build of the console is larger than it may be. */
export function checkFirstRoutes(folder: string, most = largest): void {
  for (const [name, bytes] of Object.entries(firstRoutes(folder)))
    if (bytes > most)
      throw new Error(`The console's first route is too large: ${name} is ${bytes} bytes of ${most}.`);
}

/** Returns the bytes that each first route loads: the page, the scripts and styles that it names, and what they import. */
export function firstRoutes(folder: string): Record<string, number> {
  const manifest: Record<string, Chunk> = JSON.parse(readFileSync(join(folder, "manifest.json"), "utf8"));
  const page = readFileSync(join(folder, "index.html"), "utf8");
  const named = [...page.matchAll(/(?:src|href)="\/([^"]+\.(?:js|css))"/g)].map(([, file = ""]) => file);
  const sizes = Object.entries(routes).map(([name, modules]) => {
    const files = new Set([...named, ...modules.flatMap((module) => filesOf(manifest, module))]);
    const sum = [...files].reduce((bytes, file) => bytes + sizeOf(join(folder, file)), page.length);
    return [name, sum] as const;
  });
  return Object.fromEntries(sizes);
}

/** Returns the size of a file as it is sent: compressed where that is kept beside it. */
function sizeOf(path: string): number {
  const kept = statSync(`${path}.gz`, { throwIfNoEntry: false });
  return (kept ?? statSync(path)).size;
}

/** Returns the files that a module of the sources loads with itself. */
function filesOf(manifest: Record<string, Chunk>, name: string): string[] {
  const chunk = manifest[name];
  if (!chunk) throw new Error(`The build of the console has no ${name}.`);
  return [
    chunk.file,
    ...(chunk.css ?? []),
    ...(chunk.imports ?? []).flatMap((one) => filesOf(manifest, one)),
  ];
}
