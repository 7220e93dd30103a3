import { completeClaim, releaseClaim, renewClaim } from "@groundplan/contract";
import { command } from "../../command.ts";
import { asCount } from "../../options.ts";
import { printable, say, sayJson } from "../../output.ts";
import { connect } from "../../service.ts";
import { readSettings } from "../../settings.ts";
import { asClaim } from "../../work/claim-argument.ts";
import { completed, specOfClaim } from "../../work/say-claim.ts";

type ClaimArgument = ReturnType<typeof asClaim>;

interface Options {
  note?: string;
  minutes?: number;
  json?: true;
}

const ending = (name: string, about: string, example: string) =>
  command(name, about, example)
    .argument("<claim>", "as `groundplan claim` prints it", asClaim)
    .option("--note <text>", "what the next reader of the claim should know")
    .option("--json", "print the answer of the API");

const noted = ({ note }: Options) => (note === undefined ? {} : { note });

export const workDone = () =>
  ending("done", "complete a claim: its spec is done", "groundplan work done CLAIM").action(
    async ({ id: claimId }: ClaimArgument, options: Options) => {
      const client = connect(readSettings());
      const answer = await client.call(completeClaim, { params: { claimId }, body: noted(options) });
      if (options.json) return sayJson(answer);
      say(completed(answer));
      if (answer.open.length > 0)
        say(printable(`Nothing proves these criteria yet: ${answer.open.join(", ")}.`));
    },
  );

export const workRelease = () =>
  ending("release", "release a claim: its spec is free for others", "groundplan work release CLAIM").action(
    async ({ id: claimId }: ClaimArgument, options: Options) => {
      const client = connect(readSettings());
      const answer = await client.call(releaseClaim, { params: { claimId }, body: noted(options) });
      if (options.json) return sayJson(answer);
      say(`${specOfClaim(answer.claim)} was released.`);
    },
  );

export const workRenew = () =>
  ending("renew", "renew the lease of a claim", "groundplan work renew CLAIM --minutes 60")
    .option("--minutes <number>", "the lease from now on, 1 to 480; as before if omitted", asCount)
    .action(async ({ id: claimId }: ClaimArgument, options: Options) => {
      const client = connect(readSettings());
      const { minutes } = options;
      const body = { ...noted(options), ...(minutes === undefined ? {} : { minutes }) };
      const answer = await client.call(renewClaim, { params: { claimId }, body });
      if (options.json) return sayJson(answer);
      say(printable(`${specOfClaim(answer.claim)} is claimed until ${answer.claim.until}.`));
      if (answer.changed) say("Its text has changed since it was claimed: read it again.");
      for (const { threadId, state, answer: given } of answer.questions)
        say(
          printable(
            `${threadId}  ${state === "open" ? "not answered yet" : (given?.body ?? "resolved without an answer")}`,
          ),
        );
    });
