import { json } from "node:stream/consumers";

/** Requests to repeat in order; those of one list may run concurrently, up to a limit. */
export interface Replay {
  url: string;
  headers: Record<string, string>;
  lists: { atOnce: number; requests: { method: string; path: string; body: string | null }[] }[];
}

/** The bare client's process: reads `Replay` and prints the seconds it took. */
const { url, headers, lists } = (await json(process.stdin)) as Replay;
const start = performance.now();
for (const { atOnce, requests } of lists) {
  const waiting = requests.values();
  const client = async () => {
    for (const { method, path, body } of waiting) {
      const answer = await fetch(url + path, { method, headers, body });
      await answer.json().catch(() => null);
      if (!answer.ok) throw new Error(`${method} ${path} was answered ${answer.status}`);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, client));
}
process.stdout.write(String((performance.now() - start) / 1000));
