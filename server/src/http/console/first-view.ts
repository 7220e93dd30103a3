import { Readable } from "node:stream";
import { setImmediate as letOthersRun, setTimeout as sleep } from "node:timers/promises";
import type { listProjects, Reply } from "@groundplan/contract";
import { type FirstRead, plansOf } from "@groundplan/contract/first-reads";
import type { FastifyRequest } from "fastify";
import type { Actor, SignedIn } from "../../actor.ts";
import { accessTokenCredential } from "../../modules/identity/access-token-credential.ts";
import { hashSecret } from "../../modules/identity/key-format.ts";
import { execute } from "../../modules/index.ts";
import { presentWaysIn } from "../../modules/sign-in/sessions/sessions.ts";
import { createToken } from "../../modules/sign-in/sessions/token.ts";
import type { ServerContext } from "../server-context.ts";
import { firstAnswers } from "./first-answers.ts";
import { type FirstPage, firstPage, isLong, nameOf, requestOf } from "./first-page.ts";
import type { CountConsoleRequest } from "./limits.ts";
import { sessionCookie } from "./session-cookie.ts";

/** Projects whose plans the home page shows. */
const mostProjects = 20;

/** A page and its preloaded answers, as JSON by method and address. */
export interface FirstView {
  page: FirstPage["name"] | undefined;
  answers: string;
}

/**
 * Returns a function that preloads a page's answers: session, token and API reads. Null without a session, on
 * errors, and after `timeout` ms; the page then requests them itself.
 */
export function firstViews(context: ServerContext, countRequest: CountConsoleRequest, timeout: number) {
  return async (request: FastifyRequest): Promise<FirstView | null> => {
    if (!isOpened(request) || !sessionCookie(context.publicUrl()).read(request.headers.cookie)) return null;
    const page = firstPage(request.url.split("?", 1)[0] ?? "");
    const late = new AbortController();
    const answered = answersOf(context, countRequest, request, page, late.signal).catch((error: unknown) => {
      context.log.debug({ err: error, requestId: request.id }, "a page came without its answers");
      return null;
    });
    const answers = await Promise.race([answered, sleep(timeout, null, { signal: late.signal })]);
    late.abort();
    return answers === null ? null : { page: page?.name, answers };
  };
}

/** Tests for a visible navigation. */
const isOpened = ({ method, headers }: FastifyRequest): boolean =>
  method === "GET" &&
  (headers["sec-fetch-dest"] ?? "document") === "document" &&
  headers["sec-purpose"] === undefined;

/** Returns the answers, read one by one until `late`. */
async function answersOf(
  context: ServerContext,
  countRequest: CountConsoleRequest,
  request: FastifyRequest,
  page: FirstPage | null,
  late: AbortSignal,
): Promise<string | null> {
  const { session } = await countRequest(request);
  const made = session && (await tokenOf(context, session));
  if (!made) return null;
  const { actor, token } = made;
  const answers = firstAnswers();
  answers.add("POST /console/token", { body: JSON.stringify(token) });
  answers.add("GET /console/session", { body: JSON.stringify(await presentWaysIn(context, session)) });
  const take = async (read: FirstRead): Promise<string | null> => {
    await letOthersRun();
    const answer = late.aborted || answers.isFull() ? null : await answerTo(context, actor, read);
    answers.add(nameOf(read), answer);
    return answer?.body ?? null;
  };
  const [first, ...reads] = page?.reads ?? [];
  const begun = first && (await take(first));
  for (const read of reads) await take(read);
  if (page?.name === "home" && begun)
    for (const read of plansEverywhere(begun)) {
      // The page requests the rest.
      if (late.aborted || answers.isFull()) break;
      await take(read);
    }
  return answers.text();
}

/** Returns the reads of plans on the home page, from its first answer. */
function plansEverywhere(body: string): FirstRead[] {
  const { projects }: Reply<typeof listProjects> = JSON.parse(body);
  return projects.slice(0, mostProjects).map(({ slug, id }) => plansOf(slug ?? id));
}

/** Returns a session's token and its actor. */
async function tokenOf(context: ServerContext, session: SignedIn) {
  const token = await createToken(context, session);
  const found = await accessTokenCredential.find(context.db, hashSecret(token.token));
  return found && { token, actor: found.actor };
}

/** Returns the API's answer; null for refusals and long ones. */
async function answerTo(context: ServerContext, actor: Actor, read: FirstRead) {
  if (isLong(read)) return null;
  try {
    const { body, etag } = await execute(context, actor, read[0], {
      ...requestOf(read),
      body: undefined,
    });
    if (!(body instanceof Readable)) return { etag, body: String(body) };
    body.destroy();
    return null;
  } catch {
    return null;
  }
}
