import { createSpec as create, type SpecStatus, specStatus } from "@groundplan/contract";
import { Option } from "commander";
import { readText } from "../../api/read-input.ts";
import { command } from "../../command.ts";
import { asPlan } from "../../handles.ts";
import { asName, choiceOf, fileOption, given, jsonOption, projectOption, wordOf } from "../../options.ts";
import { printable, say, sayJson } from "../../output.ts";
import { type Common, openSession } from "../../session.ts";
import { type FieldOptions, fieldsOf, withFields } from "./spec-fields.ts";

interface Options extends Common, FieldOptions {
  file?: string;
  status?: string;
}

export const createSpec = () =>
  withFields(
    command(
      "create",
      "create a spec",
      'groundplan spec create PLAN-1 "Sign in" --file sign-in.md --effort 2',
      'groundplan spec create PLAN-1 "Sign out" --needs SPEC-1 --assignee ada@example.com',
      'cat sign-in.md | groundplan spec create PLAN-1 "Sign in" --file -',
    )
      .argument("<plan>", "its plan, such as PLAN-1", asPlan)
      .argument("<title>", "its title", asName)
      .addOption(fileOption("its text, in markdown with acceptance criteria")),
  )
    .addOption(
      new Option("--status <status>", "its status; to do unless given").choices(
        specStatus.options.map(choiceOf),
      ),
    )
    .addOption(projectOption())
    .addOption(jsonOption("{spec}"))
    .action(async (handle: string, title: string, { file, status, ...options }: Options) => {
      const session = openSession(options);
      const content = file === undefined ? undefined : await readText(file);
      const params = await session.plan(handle);
      const fields = await fieldsOf(session, options);
      const body = { title, ...fields, ...given({ content, status: wordOf<SpecStatus>(status) }) };
      const created = await session.client.call(create, { params, body });
      if (options.json) return sayJson(created);
      const { spec } = created;
      say(printable(`${handle}/${spec.shortId}  ${spec.title} (${spec.readinessLabel ?? "Rough"})`));
      if (content === undefined)
        say(`\`groundplan spec edit ${handle}/${spec.shortId}\` opens its text in your editor.`);
    });
