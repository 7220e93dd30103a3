import { listQuestions, type Question } from "@groundplan/contract";
import { Option } from "commander";
import { command } from "../../command.ts";
import { printable, say, sayJson } from "../../output.ts";
import { connect } from "../../service.ts";
import { readSettings } from "../../settings.ts";

interface Options {
  state: "open" | "resolved" | "all";
  json?: true;
}

export const questions = () =>
  command(
    "questions",
    "list the questions that wait for an answer, the oldest first",
    "groundplan questions",
    "groundplan questions --state all",
  )
    .addOption(
      new Option("--state <state>", "which to list").choices(["open", "resolved", "all"]).default("open"),
    )
    .option("--json", "print {questions}")
    .action(async ({ state, json }: Options) => {
      const client = connect(readSettings());
      const found = await Array.fromAsync(client.pages(listQuestions, { query: { state } }, "questions"));
      if (json) return sayJson({ questions: found });
      if (found.length === 0)
        return say(
          state === "open"
            ? "No question is open. `groundplan questions --state all` lists resolved ones, too."
            : "There are no such questions.",
        );
      found.forEach(sayQuestion);
      if (found.some((question) => question.state === "open"))
        say("", "`groundplan answer ID WORDS…` answers one, and `--option N` chooses an option.");
    });

function sayQuestion({
  id,
  state,
  blocking,
  options,
  answer,
  comments,
  createdBy,
  projectSlug,
  planShortId,
  specShortId,
}: Question): void {
  const [first] = comments;
  const place = [planShortId ?? projectSlug, specShortId].filter((part) => part !== undefined).join("/");
  const by = [createdBy?.name ?? "somebody", first?.credential?.name].filter((name) => name !== undefined);
  const facts = [
    `asked by ${by.join(", ")}`,
    ...(blocking ? ["blocking"] : []),
    ...(state === "open" ? [] : [answer === null ? "resolved without an answer" : "answered"]),
  ];
  say(printable([place, first?.body ?? ""].filter((part) => part !== "").join("  ")));
  say(printable(`  ${id}  ${facts.join(" · ")}`));
  for (const [index, option] of options.entries())
    say(printable(`  ${index}  ${option}${answer?.option === index ? "  (chosen)" : ""}`));
}
