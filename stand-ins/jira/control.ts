import { type Answer, isObject } from "../common/answers.ts";
import type { Rule } from "../common/faults.ts";
import type { JiraStandIn } from "./start.ts";

type Controlled = Pick<JiraStandIn, "dump" | "log" | "violations" | "faults" | "drift" | "setWebhook">;

/**
 * Controls a stand-in process: `/__dump`, `/__log`, `/__violations`; `POST` and `DELETE` for `/__faults` and
 * `/__webhook`; `POST /__drift` with `{"operation", "arguments"}`. No credential.
 */
export async function control(
  standIn: Controlled,
  method: string,
  path: string,
  text: string,
): Promise<Answer | undefined> {
  switch (`${method} ${path}`) {
    case "GET /__dump":
      return { status: 200, body: standIn.dump() };
    case "GET /__log":
      return { status: 200, body: standIn.log };
    case "GET /__violations":
      return { status: 200, body: standIn.violations };
    case "POST /__faults":
      for (const rule of [JSON.parse(text)].flat() as Rule[]) standIn.faults.add(rule);
      return { status: 204 };
    case "DELETE /__faults":
      standIn.faults.clear();
      return { status: 204 };
    case "POST /__drift":
      return drift(standIn, JSON.parse(text));
    case "POST /__webhook":
      standIn.setWebhook(JSON.parse(text));
      return { status: 204 };
    case "DELETE /__webhook":
      standIn.setWebhook(undefined);
      return { status: 204 };
    default:
      return undefined;
  }
}

function drift(standIn: Controlled, asked: unknown): Answer {
  const { operation, arguments: given } = isObject(asked) ? asked : {};
  const found = Object.entries(standIn.drift).find(([name]) => name === operation)?.[1];
  if (found === undefined) return { status: 404, body: { message: `no drift '${operation}'` } };
  try {
    const result: unknown = Reflect.apply(found, undefined, Array.isArray(given) ? given : []);
    return { status: 200, body: { result: result ?? null } };
  } catch (error) {
    return { status: 400, body: { message: String(error) } };
  }
}
