import { newKey } from "../../../client/src/new-key.ts";
import { isObject, type Message, metaOf } from "./message.ts";

const keyName = "groundplan/idempotencyKey";

/** Tools with `project`, and the arguments of each that name a place by themselves. */
const placing: Record<string, readonly string[]> = {
  find: [],
  get_guide: [],
  save_plan: ["plan", "parent"],
  add_context: ["plan"],
  claim_work: ["plan", "spec"],
};

/** The value of `project` that asks for no default. */
const all = "*";

/** Returns a message with an idempotency key and the default project, if it is a tool call without them. */
export function withDefaults(message: Message, project: string | undefined): Message {
  const { method, params } = message;
  if (method !== "tools/call" || params === undefined) return message;
  const { name, arguments: given = {} } = params;
  const _meta = Object.assign({ [keyName]: newKey() }, metaOf(message));
  const placed = isObject(given) ? inProject(String(name), given, project) : given;
  return { ...message, params: { ...params, _meta, arguments: placed } };
}

function inProject(tool: string, given: Record<string, unknown>, project: string | undefined) {
  const names = Object.hasOwn(placing, tool) ? placing[tool] : undefined;
  if (names === undefined) return given;
  const { project: own, ...others } = given;
  if (own === all) return others;
  const isPlaced = ["project", ...names].some((name) => given[name] !== undefined) || namesPlan(given.q);
  return isPlaced || project === undefined ? given : { ...given, project };
}

/** Tests for words that hold a handle, which is found in any project. */
const namesPlan = (q: unknown) => typeof q === "string" && /\bplan-\d/i.test(q);

/** Adds the default project to the service's instructions, so that a model knows how to leave it. */
export function withProject(answer: Message, project: string | undefined): Message {
  const { result } = answer;
  if (project === undefined || typeof result?.instructions !== "string") return answer;
  const instructions = `${result.instructions} Calls without project are about ${project}; project "${all}" is all.`;
  return { ...answer, result: { ...result, instructions } };
}
