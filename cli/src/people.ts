import { listLabels, listMembers, type Member } from "@groundplan/contract";
import type { Client } from "../../client/src/index.ts";
import { didYouMean } from "./did-you-mean.ts";
import { exitCodes } from "./exit-codes.ts";
import { Failure } from "./failure.ts";

/** Finds a member by e-mail address or id. */
export async function findMember(client: Client, given: string): Promise<Member> {
  const members = await Array.fromAsync(client.pages(listMembers, {}, "members"));
  const wanted = given.toLowerCase();
  const found = members.find(({ userId, email }) => userId === given || email?.toLowerCase() === wanted);
  if (found) return found;
  const suggestion = didYouMean(
    given,
    members.flatMap(({ email }) => email ?? []),
  );
  throw new Failure(
    `No member has the e-mail address ${given}.${suggestion} \`groundplan members list\` lists them.`,
    { exitCode: exitCodes.notFound },
  );
}

/** Returns the ids of labels by their names. */
export async function findLabels(client: Client, names: readonly string[]): Promise<string[]> {
  const labels = await Array.fromAsync(client.pages(listLabels, {}, "labels"));
  return names.map((given) => {
    const found = labels.find(({ name }) => name.toLowerCase() === given.toLowerCase());
    if (found) return found.id;
    const known = labels.map(({ name }) => name);
    throw new Failure(
      `There is no label ${given}.${didYouMean(given, known)} The labels are: ${known.join(", ") || "none yet"}. \`groundplan api POST /v1/labels\` makes one.`,
      { exitCode: exitCodes.notFound },
    );
  });
}
