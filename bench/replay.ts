import { json } from "node:stream/consumers";

/** The requests to send again, in order; those of one list may be under way together, so many at once. */
export interface Replay {
  url: string;
  headers: Record<string, string>;
  lists: { atOnce: number; requests: { method: string; path: string; body: string | null }[] }[];
}

/** This runs as a process of its own: the bare client. It reads `Replay` and prints the seconds that it took. */
const { url, headers, lists } = (await json(process.stdin)) as Replay;
const start = performance.now();
for (const { atOnce, requests } of lists) {
  const waiting = requests.values();
  const client = async () => {
    for (const { method, path, body } of waiting) {
      const answer = await fetch(url + path, { method, headers, body });
      await answer.json().catch(() => null); // Some answers are empty.
      if (!answer.ok) throw new Error(`${method} ${path} was answered ${answer.status}`);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, client));
}
process.stdout.write(String((performance.now() - start) / 1000));
