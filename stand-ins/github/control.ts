import type { Answer } from "../common/answers.ts";
import type { Rule } from "../common/faults.ts";
import type { GitHubStandIn } from "./start.ts";

type Controlled = Pick<GitHubStandIn, "dump" | "log" | "violations" | "faults" | "editAsPerson" | "webhooks">;

/**
 * Controls a stand-in process: `/__dump`, `/__log`, `/__violations`; `POST` and `DELETE /__faults`; `POST
 * /__edits` and `/__webhooks`. No token.
 */
export async function control(
  standIn: Controlled,
  method: string,
  path: string,
  text: string,
): Promise<Answer | undefined> {
  switch (`${method} ${path}`) {
    case "GET /__dump":
      return { status: 200, body: await standIn.dump() };
    case "GET /__log":
      return { status: 200, body: standIn.log };
    case "GET /__violations":
      return { status: 200, body: standIn.violations };
    case "POST /__faults":
      for (const rule of [JSON.parse(text)].flat() as Rule[]) standIn.faults.add(rule);
      return { status: 204 };
    case "POST /__edits": {
      const { repository, number, ...changes } = JSON.parse(text);
      await standIn.editAsPerson(repository, number, changes);
      return { status: 204 };
    }
    case "POST /__webhooks":
      standIn.webhooks.add(JSON.parse(text));
      return { status: 204 };
    case "DELETE /__faults":
      standIn.faults.clear();
      return { status: 204 };
    default:
      return undefined;
  }
}
