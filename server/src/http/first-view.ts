import { Readable } from "node:stream";
import { setTimeout as sleep } from "node:timers/promises";
import type { listProjects, Reply } from "@groundplan/contract";
import type { FastifyRequest } from "fastify";
import type { Actor, SignedIn } from "../actor.ts";
import { accessTokenCredential } from "../modules/identity/access-token-credential.ts";
import { hashSecret } from "../modules/identity/key-format.ts";
import { execute } from "../modules/index.ts";
import { presentWaysIn } from "../modules/sign-in/sessions.ts";
import { createToken } from "../modules/sign-in/token.ts";
import type { CountConsoleRequest } from "./console-limits.ts";
import { addressOf, type FirstAsk, type FirstRoom, firstRoom, plansOf } from "./first-room.ts";
import type { ServerContext } from "./server-context.ts";
import { sessionCookie } from "./session-cookie.ts";

/** The page waits so long for its answers, in milliseconds; then it comes without them and asks by itself. */
const longest = 500;

/**
 * The most characters of an answer that comes with the page, and of all of them: with them the page still arrives in the first
 * packets of a connection.
 */
const largestAnswer = 6_000;
const mostCharacters = 11_000;

/** The plans of so many projects are shown at home. */
const mostProjects = 20;

/** An answer as the page has it; null where the page has to ask, with the token that came along. */
type Answer = { etag?: string | undefined; body: unknown } | null;
type Named = [name: string, answer: Answer];

/** A page with the answers that its room begins with, as the text of a JSON object by method and address. */
export interface FirstView {
  room: FirstRoom["name"] | undefined;
  answers: string;
}

/**
 * Returns a function that returns the room of a request with its first answers: the session, a token, and what the API says to
 * whoever is signed in. Null without a session, and where something went wrong: the page then asks by itself, and is told.
 */
export function firstViews(context: ServerContext, countRequest: CountConsoleRequest) {
  return async (request: FastifyRequest): Promise<FirstView | null> => {
    if (!isOpened(request) || !sessionCookie(context.publicUrl()).read(request.headers.cookie)) return null;
    const room = firstRoom(request.url.split("?", 1)[0] ?? "");
    const answered = answersOf(context, countRequest, request, room).catch((error: unknown) => {
      context.log.debug({ err: error, requestId: request.id }, "a page came without its answers");
      return null;
    });
    const late = new AbortController();
    const answers = await Promise.race([answered, sleep(longest, null, { signal: late.signal })]);
    late.abort();
    // Nothing in it ends the element in which it stands.
    return answers && { room: room?.name, answers: JSON.stringify(answers).replaceAll("<", "\\u003c") };
  };
}

/** Returns true where somebody opens the page, who will see it at once. */
const isOpened = ({ method, headers }: FastifyRequest): boolean =>
  method === "GET" &&
  (headers["sec-fetch-dest"] ?? "document") === "document" &&
  headers["sec-purpose"] === undefined;

async function answersOf(
  context: ServerContext,
  countRequest: CountConsoleRequest,
  request: FastifyRequest,
  room: FirstRoom | null,
): Promise<Record<string, Answer> | null> {
  const { session } = await countRequest(request);
  const made = session && (await tokenOf(context, session));
  if (!made) return null;
  const name = (ask: FirstAsk) => `GET ${addressOf(ask)}`;
  const read = (asks: readonly FirstAsk[]): Promise<Named[]> =>
    Promise.all(asks.map(async (ask) => [name(ask), await answerTo(context, made.actor, ask)]));
  const answers = await read(room?.asks ?? []);
  if (room?.name === "home") answers.push(...(await read(plansEverywhere(answers))));
  return withinLimit([
    ["GET /console/session", { body: await presentWaysIn(context, session) }],
    ["POST /console/token", { body: made.token }],
    ...answers,
  ]);
}

/** Returns the reads of the plans that home shows, by the answer to its first ask. */
function plansEverywhere([first]: readonly Named[]): FirstAsk[] {
  const { projects } = (first?.[1]?.body ?? { projects: [] }) as Reply<typeof listProjects>;
  return projects.slice(0, mostProjects).map(({ slug, id }) => plansOf(slug ?? id));
}

/** Returns a token of the session, with the actor whom the API takes its sender for. */
async function tokenOf(context: ServerContext, session: SignedIn) {
  const token = await createToken(context, session);
  const found = await accessTokenCredential.find(context.db, hashSecret(token.token));
  return found && { token, actor: found.actor };
}

/** Returns the API's answer; null for one that does not come along, also for a refusal: the page is told as it asks. */
async function answerTo(context: ServerContext, actor: Actor, ask: FirstAsk): Promise<Answer> {
  const { endpoint, params, query, isLong } = ask;
  if (isLong) return null;
  try {
    const { body, etag } = await execute(context, actor, endpoint, { params, query, body: undefined });
    if (body instanceof Readable) body.destroy();
    if (typeof body !== "string" || body.length > largestAnswer) return null;
    return { etag, body: JSON.parse(body) };
  } catch {
    return null;
  }
}

/** Returns as many of the answers, in their order, as may come along; the others are asked for. */
function withinLimit(answers: readonly Named[]): Record<string, Answer> {
  let characters = 0;
  const kept = answers.map(([name, answer]): Named => {
    const length = JSON.stringify(answer).length;
    if (characters + length > mostCharacters) return [name, null];
    characters += length;
    return [name, answer];
  });
  return Object.fromEntries(kept);
}
