import { sweepFiles } from "../../src/files/sweep.ts";
import { form, formHeaders, type Part } from "../form.ts";
import type { Answer, Person, World } from "../world.ts";

export const text = (file: string, body: string | Buffer): Part => ({ file, type: "text/plain", body });

/** Uploads parts of a form to `/v1` or the address of a project or plan. */
export const upload = (
  who: Person,
  place: string,
  parts: readonly Part[],
  fields: Record<string, string> = {},
): Promise<Answer> => {
  const more = Object.entries(fields).map(([name, body]): Part => ({ name, body }));
  return who.post(`${place}/context/upload`, form([...more, ...parts]), formHeaders);
};

export const files = async ({ context }: World): Promise<string[]> =>
  (await context.db.selectFrom("files").select("id").execute()).map(({ id }) => id);

/** Runs the sweep of an hour later, which deletes all unreferenced files. */
export const sweepInAnHour = ({ context }: World): Promise<void> =>
  sweepFiles(context, new AbortController().signal, "9999");

export async function titlesIn(who: Person, place: string, folder: string): Promise<string[]> {
  const { sources } = (await who.get(`${place}/context`)).body;
  const here = sources.filter(({ folderPath }: { folderPath: string }) => folderPath === folder);
  return here.map(({ title }: { title: string }) => title);
}
