import { answerThread, listQuestions, type Question } from "@groundplan/contract";
import { InvalidArgumentError } from "commander";
import type { Client } from "../../../../client/src/index.ts";
import { command } from "../../command.ts";
import { exitCodes } from "../../exit-codes.ts";
import { Failure } from "../../failure.ts";
import { say, sayJson } from "../../output.ts";
import { connect } from "../../service.ts";
import { readSettings } from "../../settings.ts";

interface Options {
  option?: number;
  json?: true;
}

export const answer = () =>
  command(
    "answer",
    "answer a question, and resolve it",
    "groundplan answer ID Euro",
    "groundplan answer ID --option 0",
  )
    .argument("<id>", "the question's, as `groundplan questions` lists it")
    .argument("[words...]", "the answer")
    .option("--option <number>", "the option to choose, as listed from 0", asIndex)
    .option("--json", "print {thread}")
    .action(async (id: string, words: string[], { option, json }: Options) => {
      const body = words.join(" ").trim();
      if (body === "" && option === undefined)
        throw new Failure("Say the answer, or choose an option with `--option`.", {
          exitCode: exitCodes.usage,
        });
      const client = connect(readSettings());
      const { documentId } = await openQuestion(client, id);
      const answered = await client.call(answerThread, {
        params: { documentId, threadId: id },
        body: { ...(body === "" ? {} : { body }), ...(option === undefined ? {} : { option }) },
      });
      if (json) return sayJson(answered);
      say("The question is answered.");
    });

function asIndex(value: string): number {
  if (!/^\d{1,3}$/.test(value)) throw new InvalidArgumentError("It must be a number, as listed from 0.");
  return Number(value);
}

async function openQuestion(client: Client, id: string): Promise<Question> {
  for await (const question of client.pages(listQuestions, {}, "questions"))
    if (question.id === id) return question;
  throw new Failure(
    `No open question has the id ${id}. \`groundplan questions\` lists those that are open.`,
    {
      exitCode: exitCodes.notFound,
    },
  );
}
