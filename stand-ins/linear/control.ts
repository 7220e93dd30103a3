import type { Answer } from "../common/answers.ts";
import type { Rule } from "../common/faults.ts";
import type { Drift } from "./drift.ts";
import type { LinearStandIn } from "./start.ts";

type Controlled = Pick<LinearStandIn, "dump" | "log" | "violations" | "faults" | "drift" | "webhooks">;

/**
 * Controls a stand-in process: `/__dump`, `/__log`, `/__violations`, `/__deliveries`; `POST` and `DELETE
 * /__faults`; `POST /__drift` with `[name, ...arguments]`; `POST /__webhook`.
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
    case "GET /__deliveries":
      return { status: 200, body: standIn.webhooks.deliveries };
    case "POST /__faults":
      for (const rule of [JSON.parse(text)].flat() as Rule[]) standIn.faults.add(rule);
      return { status: 204 };
    case "DELETE /__faults":
      standIn.faults.clear();
      return { status: 204 };
    case "POST /__webhook":
      standIn.webhooks.set(JSON.parse(text));
      return { status: 204 };
    case "POST /__drift":
      return drift(standIn.drift, JSON.parse(text));
    default:
      return undefined;
  }
}

function drift(known: Drift, [name, ...rest]: [string, ...unknown[]]): Answer {
  const act = Object.entries(known).find(([one]) => one === name)?.[1];
  if (act === undefined) return { status: 404, body: { message: `no drift ${name}` } };
  try {
    (act as (...given: unknown[]) => void)(...rest);
    return { status: 204 };
  } catch (error) {
    return { status: 400, body: { message: String(error) } };
  }
}
