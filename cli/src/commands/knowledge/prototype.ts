import { deletePrototype, getPrototype, getPrototypeFile, putPrototype } from "@groundplan/contract";
import { command } from "../../command.ts";
import { confirm } from "../../confirm.ts";
import { filesOf, uploadsOf } from "../../folder-files.ts";
import { listing } from "../../group.ts";
import { asPlan } from "../../handles.ts";
import { jsonOption, projectOption, yesOption } from "../../options.ts";
import { say, sayJson } from "../../output.ts";
import { saveFile } from "../../saved-file.ts";
import { type Common, openSession } from "../../session.ts";
import { sayTable } from "../../table.ts";
import { links, share, unshare } from "./prototype-links.ts";

interface Options extends Common {
  entry?: string;
  output?: string;
  yes?: true;
}

const about = "its handle, such as PLAN-1";

const show = () =>
  command("show", "list the files of a plan's prototype", "groundplan prototype PLAN-1")
    .argument("<plan>", about, asPlan)
    .addOption(projectOption())
    .addOption(jsonOption("{prototype}"))
    .action(async (handle: string, options: Options) => {
      const { client, plan } = openSession(options);
      const found = await client.call(getPrototype, { params: await plan(handle) });
      if (options.json) return sayJson(found);
      const { entry, files } = found.prototype;
      sayTable(
        ["FILE", "BYTES", "TYPE"],
        files.map(({ path, bytes, type }) => [path === entry ? `${path} (opens)` : path, `${bytes}`, type]),
      );
    });

const upload = () =>
  command(
    "upload",
    "upload a plan's prototype, replacing the current one",
    "groundplan prototype upload PLAN-1 ./prototype",
    "groundplan prototype upload PLAN-1 prototype.zip --entry start.html",
  )
    .argument("<plan>", about, asPlan)
    .argument("<path>", "a folder with a web page, its zip archive, or one file")
    .option("--entry <path>", "the file that links open; index.html if omitted")
    .addOption(projectOption())
    .addOption(jsonOption("{prototype}"))
    .action(async (handle: string, path: string, { entry, ...options }: Options) => {
      const { client, plan } = openSession(options);
      const file = await uploadsOf(await filesOf(path));
      const saved = await client.call(putPrototype, { params: await plan(handle), body: { file, entry } });
      if (options.json) return sayJson(saved);
      const { files } = saved.prototype;
      say(`Files: ${files.length}. \`groundplan prototype share ${handle}\` makes a link to it.`);
    });

const download = () =>
  command("download", "save a file of a plan's prototype", "groundplan prototype download PLAN-1 index.html")
    .argument("<plan>", about, asPlan)
    .argument("<file>", "its path, as `groundplan prototype PLAN` lists it")
    .option("--output <file>", "the file to write; - is standard output")
    .addOption(projectOption())
    .action(async (handle: string, path: string, { output, ...options }: Options) => {
      const { client, plan } = openSession(options);
      const file = await client.call(getPrototypeFile, { params: { ...(await plan(handle)), path } });
      await saveFile(file, output ?? path.split("/").at(-1) ?? path);
    });

const remove = () =>
  command("delete", "delete a plan's prototype; its links end", "groundplan prototype delete PLAN-1 --yes")
    .argument("<plan>", about, asPlan)
    .addOption(yesOption())
    .addOption(projectOption())
    .addOption(jsonOption("{deleted}"))
    .action(async (handle: string, { yes, ...options }: Options) => {
      const { client, plan } = openSession(options);
      const params = await plan(handle);
      await confirm(`This deletes the prototype of ${handle}, and ends its links.`, yes);
      const answer = await client.call(deletePrototype, { params });
      if (options.json) return sayJson(answer);
      say(`The prototype of ${handle} is deleted.`);
    });

export const prototype = () =>
  listing(
    "prototype",
    "a plan's prototype",
    show(),
    upload(),
    download(),
    share(),
    links(),
    unshare(),
    remove(),
  );
