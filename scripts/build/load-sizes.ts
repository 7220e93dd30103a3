import { readFileSync, statSync } from "node:fs";
import { join } from "node:path";

interface Chunk {
  file: string;
  name?: string;
  imports?: string[];
  css?: string[];
}

/** Something that the console loads at once, with the most bytes that it may take as they are sent with gzip. */
interface Load {
  name: string;
  /** The modules of the sources that begin it, or the groups of `vite.config.ts` that they are in, beside the page itself. */
  modules: string[];
  most: number;
  /** True where only what comes on top of the first route counts. */
  onTop?: true;
}

const home = ["home"];

const loads: readonly Load[] = [
  { name: "the first route, home after a sign-in", modules: home, most: 150_000 },
  { name: "the first route, the sign-in", modules: ["src/rooms/gate/sign-in.tsx"], most: 150_000 },
  { name: "the first route, a plan", modules: ["src/rooms/plan.tsx"], most: 150_000 },
  {
    name: "the first route, a spec",
    modules: ["texts", "markdown"],
    most: 150_000,
  },
  // Every room loads these two a moment later. They grow when they use something of a file that is a room's.
  { name: "what follows the events", modules: ["src/live/live.ts"], most: 8_000, onTop: true },
  { name: "the dialogs", modules: ["src/rooms/work/dialogs.ts"], most: 15_500, onTop: true },
  { name: "the editor", modules: ["src/editor/editor.tsx"], most: 122_000, onTop: true },
  {
    name: "the graph",
    modules: ["src/rooms/graph.tsx", "src/rooms/graph/canvas.tsx"],
    most: 90_000,
    onTop: true,
  },
];

/** Throws where a part of a build of the console is larger than it may be. */
export function checkLoadSizes(folder: string, allowed: readonly Load[] = loads): void {
  for (const { name, bytes, most } of loadSizes(folder, allowed))
    if (bytes > most) throw new Error(`The console is too large: ${name} takes ${bytes} bytes of ${most}.`);
}

/** Returns the bytes that each load takes: the scripts and styles that its modules import, and the page with its own. */
export function loadSizes(folder: string, of: readonly Load[] = loads): (Load & { bytes: number })[] {
  const manifest: Record<string, Chunk> = JSON.parse(readFileSync(join(folder, "manifest.json"), "utf8"));
  const page = readFileSync(join(folder, "index.html"), "utf8");
  const named = [...page.matchAll(/(?:src|href)="\/([^"]+\.(?:js|css))"/g)].map(([, file = ""]) => file);
  const filesOf = (modules: string[]) =>
    new Set([...named, ...modules.flatMap((name) => chunkFiles(manifest, name))]);
  const first = filesOf(home);
  return of.map((load) => {
    const files = [...filesOf(load.modules)].filter((file) => !load.onTop || !first.has(file));
    const bytes = files.reduce((sum, file) => sum + sizeOf(join(folder, file)), load.onTop ? 0 : page.length);
    return { ...load, bytes };
  });
}

/** Returns the size of a file as it is sent: compressed where that is kept beside it. */
function sizeOf(path: string): number {
  const kept = statSync(`${path}.gz`, { throwIfNoEntry: false });
  return (kept ?? statSync(path)).size;
}

/** Returns the files that a module of the sources, or a group, loads with itself. */
function chunkFiles(manifest: Record<string, Chunk>, name: string): string[] {
  const chunk = manifest[name] ?? Object.values(manifest).find((one) => one.name === name);
  if (!chunk) throw new Error(`The build of the console has no ${name}.`);
  return [
    chunk.file,
    ...(chunk.css ?? []),
    ...(chunk.imports ?? []).flatMap((one) => chunkFiles(manifest, one)),
  ];
}
