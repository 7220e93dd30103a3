import {
  acceptSuggestion,
  getSuggestion,
  listSuggestions,
  rejectSuggestion,
  type Suggestion,
  suggestionState,
  withdrawSuggestion,
} from "@groundplan/contract";
import type { Command } from "commander";
import { Option } from "commander";
import { command } from "../../command.ts";
import { listing } from "../../group.ts";
import { choiceOf, jsonOption, projectOption } from "../../options.ts";
import { counted, printable, say, sayJson } from "../../output.ts";
import { sayList } from "../../say-list.ts";
import { type Common, openSession } from "../../session.ts";
import { asTarget, documentOf } from "../../target.ts";

interface Options extends Common {
  state?: Suggestion["state"] | "all";
  reason?: string;
}

const list = () =>
  command("list", "list the suggestions to change a plan or spec", "groundplan suggestions PLAN-1/SPEC-2")
    .argument("<handle>", "a plan's or spec's, such as PLAN-1/SPEC-2", asTarget)
    .addOption(
      new Option("--state <state>", "which to list")
        .choices([...suggestionState.options, "all"])
        .default("open"),
    )
    .addOption(projectOption())
    .addOption(jsonOption("{suggestions}"))
    .action(async (handle: string, { state, json, ...options }: Options) => {
      const session = openSession(options);
      const { document } = (await documentOf(session, handle)).found;
      const request = { params: { documentId: document.id }, query: { state } };
      await sayList(session.client, listSuggestions, request, "suggestions", {
        json,
        none: `Nothing is suggested for ${handle}. \`groundplan suggest ${handle}\` suggests a change.`,
        columns: {
          ID: ({ id }) => id,
          STATE: ({ state: now }) => choiceOf(now),
          BY: ({ author }) => author?.name ?? "a former member",
          CHANGES: ({ hunks, specs }) =>
            `${counted(hunks.length, "part")}${specs.length > 0 ? `, ${counted(specs.length, "spec")}` : ""}`,
          MESSAGE: ({ message }) => message,
        },
      });
    });

const about = "as `groundplan suggestions` lists it";

/** Returns a command about one suggestion, which `act` carries out. */
function onOne(
  made: Command,
  body: string,
  act: (at: At, options: Options) => Promise<object>,
  said: (answer: never) => void,
) {
  return made
    .argument("<handle>", "the plan's or spec's, such as PLAN-1/SPEC-2", asTarget)
    .argument("<suggestion>", about)
    .addOption(projectOption())
    .addOption(jsonOption(body))
    .action(async (handle: string, suggestionId: string, options: Options) => {
      const session = openSession(options);
      const { document } = (await documentOf(session, handle)).found;
      const params = { documentId: document.id, suggestionId };
      const answer = await act({ client: session.client, params }, options);
      if (options.json) return sayJson(answer);
      said(answer as never);
    });
}

interface At {
  client: ReturnType<typeof openSession>["client"];
  params: { documentId: string; suggestionId: string };
}

const show = () =>
  onOne(
    command("show", "show what a suggestion changes", "groundplan suggestions show PLAN-1/SPEC-2 ID"),
    "{suggestion}",
    ({ client, params }) => client.call(getSuggestion, { params }),
    ({ suggestion }: { suggestion: Suggestion }) => {
      const { author, message, hunks, specs } = suggestion;
      say(printable(`${author?.name ?? "A former member"}: ${message || "no message"}`));
      for (const { exact, replacement } of hunks) {
        const lines = (sign: string, text: string) =>
          text === ""
            ? []
            : text
                .replace(/\n$/, "")
                .split("\n")
                .map((line) => printable(`${sign} ${line}`));
        say("", ...lines("-", exact), ...lines("+", replacement));
      }
      for (const { title } of specs) say(printable(`+ spec: ${title}`));
    },
  );

const accept = () =>
  onOne(
    command(
      "accept",
      "accept a suggestion, for who maintains the text",
      "groundplan suggestions accept PLAN-1/SPEC-2 ID",
    ),
    "{suggestion, document, specs, dropped}",
    ({ client, params }) => client.call(acceptSuggestion, { params }),
    () => say("The suggestion is accepted."),
  );

const reject = () =>
  onOne(
    command(
      "reject",
      "reject a suggestion, for who maintains the text",
      'groundplan suggestions reject PLAN-1/SPEC-2 ID --reason "Out of scope"',
    ).option("--reason <text>", "why, for its author"),
    "{suggestion}",
    ({ client, params }, { reason }) =>
      client.call(rejectSuggestion, { params, body: reason === undefined ? {} : { reason } }),
    () => say("The suggestion is rejected."),
  );

const withdraw = () =>
  onOne(
    command("withdraw", "withdraw your own suggestion", "groundplan suggestions withdraw PLAN-1/SPEC-2 ID"),
    "{deleted}",
    ({ client, params }) => client.call(withdrawSuggestion, { params }),
    () => say("The suggestion is withdrawn."),
  );

export const suggestions = () =>
  listing("suggestions", "suggested changes", list(), show(), accept(), reject(), withdraw());
