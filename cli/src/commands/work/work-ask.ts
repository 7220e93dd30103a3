import { createThread, getClaim } from "@groundplan/contract";
import { command } from "../../command.ts";
import { exitCodes } from "../../exit-codes.ts";
import { Failure } from "../../failure.ts";
import { say, sayJson } from "../../output.ts";
import { connect } from "../../service.ts";
import { readSettings } from "../../settings.ts";
import { asClaim } from "../../work/claim-argument.ts";
import { fenced } from "../../work/say-claim.ts";

interface Options {
  blocking?: true;
  option?: string[];
  json?: true;
}

export const workAsk = () =>
  command(
    "ask",
    "ask a question about the spec of a claim; `work renew` brings the answer",
    'groundplan work ask CLAIM "Which currency?" --blocking --option Euro Dollar',
  )
    .argument("<claim>", "as `groundplan claim` prints it", asClaim)
    .argument("<words...>", "the question")
    .option("--blocking", "the spec can't be done before the question is answered or resolved")
    .option("--option <words...>", "answers to choose from, two to five")
    .option("--json", "print {thread}")
    .action(
      async (
        { id: claimId }: ReturnType<typeof asClaim>,
        words: string[],
        { blocking, option, json }: Options,
      ) => {
        const body = words.join(" ").trim();
        if (body === "") throw new Failure("Say the question.", { exitCode: exitCodes.usage });
        const client = connect(readSettings());
        const { claim } = await client.call(getClaim, { params: { claimId } });
        const asked = await client.call(
          createThread,
          {
            params: { documentId: claim.specId },
            body: {
              body,
              kind: "question",
              ...(blocking === undefined ? {} : { blocking }),
              ...(option === undefined ? {} : { options: option }),
            },
          },
          { headers: { claim: fenced(claim) } },
        );
        if (json) return sayJson(asked);
        say("The question is asked. `groundplan work renew` brings its answer.");
      },
    );
