import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { createSpec, type Reply } from "@groundplan/contract";
import { rolldown } from "rolldown";
import type { Group } from "../row.ts";
import { freshData, path, plan, removeFolder, withDatabase, withService } from "../service.ts";
import { typeIn, withPage } from "../typist.ts";
import { password, tokenOf } from "./people.ts";

const size = 60_000;
const keys = 300;

const part = `## A heading of a part

Guests buy **without** an account and pay *at once*, as [the bank](https://acme.example/bank) wants it.

- [ ] a task of the list
- another item with \`code\`
  - a nested one

| Name | Price |
| --- | --- |
| Boat | 7 |

\`\`\`ts
const order = { id: 12, paid: true };
\`\`\`

`;
const text = `Words before it.\n\n${part.repeat(Math.ceil(size / part.length))}`.slice(0, size);

export const typing: Group = {
  name: "typing",
  about: `${keys} keys typed in the console's editor, in a text of 60 KB with headings, lists, tables and code, and the same keys in a bare CodeMirror with the same text: the time that the page's main thread takes per key, with layout and painting.`,
  async measure({ rounds }) {
    const data = await freshData();
    try {
      await tokenOf(data);
      const input = { params: path, query: {}, body: { title: "A long text", content: text } };
      const { shortId } = await withDatabase(data.settings, async ({ writer }) => {
        const { body } = await writer.write({ endpoint: createSpec }, { actor: data.actor, input });
        return (body as Reply<typeof createSpec>).spec;
      });
      const bare: number[] = [];
      const ours: number[] = [];
      await withService(data, ({ url }) =>
        withBareEditor((bareUrl) =>
          withPage(async (page) => {
            await page.goto(url);
            await page.getByLabel("E-mail").fill(data.actor.email);
            await page.getByLabel("Password").fill(password);
            await page.getByRole("button", { name: "Sign in", exact: true }).click();
            await page.getByRole("heading", { level: 1, name: "Home" }).waitFor();
            for (let round = 0; round < rounds; round++) {
              await page.goto(bareUrl);
              bare.push(await typeIn(page, keys));
              await page.goto(`${url}${plan.replace("/v1", "")}/specs/${shortId}`);
              await page.getByRole("button", { name: "Edit" }).waitFor();
              await page.keyboard.press("e");
              ours.push(await typeIn(page, keys));
            }
          }),
        ),
      );
      return [
        {
          measure: "typing in a text of 60 KB",
          against: "the same keys in a bare CodeMirror",
          goal: { most: 2 },
          unit: "×",
          values: ours.map((value, round) => value / (bare[round] ?? Number.NaN)),
        },
        { measure: "… per key", unit: "ms", values: ours },
        { measure: "… per key of the bare one", unit: "ms", values: bare },
      ];
    } finally {
      removeFolder(data.settings);
    }
  },
};

/** Serves a page with CodeMirror alone. */
async function withBareEditor<T>(use: (address: string) => Promise<T>): Promise<T> {
  const bundle = await rolldown({ input: join(import.meta.dirname, "../../console/test/bare-editor.ts") });
  const { output } = await bundle.generate({ format: "es", minify: true });
  const files: Record<string, readonly [string, string]> = {
    "/": [
      "text/html",
      '<!doctype html><body style="width:46rem;font:0.97rem/1.56rem sans-serif"><script type="module" src="/editor.js"></script>',
    ],
    "/editor.js": ["text/javascript", output[0].code],
    "/text": ["text/plain; charset=utf-8", text],
  };
  const server = createServer(({ url = "/" }, response) => {
    const [type, body] = files[url] ?? ["text/plain", ""];
    response.writeHead(body ? 200 : 404, { "content-type": type }).end(body);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  try {
    return await use(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
  } finally {
    server.closeAllConnections();
    server.close();
  }
}
