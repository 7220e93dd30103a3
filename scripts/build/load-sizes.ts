import { readFileSync, statSync } from "node:fs";
import { join } from "node:path";

interface Chunk {
  file: string;
  name?: string;
  imports?: string[];
  css?: string[];
}

/** A part that the console loads at once, with its limit in gzipped bytes. */
interface Load {
  name: string;
  /** Entry modules, or groups of `vite.config.ts`, besides the page. */
  modules: string[];
  most: number;
  /** Counts only bytes in addition to the first route. */
  onTop?: true;
}

const home = ["home"];

const loads: readonly Load[] = [
  { name: "the first route, home after a sign-in", modules: home, most: 150_000 },
  { name: "the first route, the sign-in", modules: ["src/pages/public/sign-in.tsx"], most: 150_000 },
  { name: "the first route, a plan", modules: ["src/pages/plan/plan.tsx"], most: 150_000 },
  {
    name: "the first route, a spec",
    modules: ["texts", "markdown"],
    most: 150_000,
  },
  // Every page loads these two a moment later. They grow if they use anything from a page's file.
  { name: "what follows the events", modules: ["live"], most: 8_000, onTop: true },
  { name: "the dialogs", modules: ["src/planning/dialogs/dialogs.ts"], most: 17_000, onTop: true },
  { name: "the editor", modules: ["src/editor/editor.tsx"], most: 145_000, onTop: true },
  {
    name: "the graph",
    modules: ["src/pages/graph/graph.tsx", "src/pages/graph/canvas.tsx"],
    most: 90_000,
    onTop: true,
  },
];

export function checkLoadSizes(folder: string, allowed: readonly Load[] = loads): void {
  for (const { name, bytes, most } of loadSizes(folder, allowed))
    if (bytes > most) throw new Error(`The console is too large: ${name} takes ${bytes} bytes of ${most}.`);
}

/** Returns each load's bytes: its modules' scripts and styles, and the page's. */
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

function sizeOf(path: string): number {
  const kept = statSync(`${path}.gz`, { throwIfNoEntry: false });
  return (kept ?? statSync(path)).size;
}

function chunkFiles(manifest: Record<string, Chunk>, name: string): string[] {
  const chunk = manifest[name] ?? Object.values(manifest).find((one) => one.name === name);
  if (!chunk) throw new Error(`The build of the console has no ${name}.`);
  return [
    chunk.file,
    ...(chunk.css ?? []),
    ...(chunk.imports ?? []).flatMap((one) => chunkFiles(manifest, one)),
  ];
}
