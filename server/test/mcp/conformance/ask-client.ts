import { randomBytes } from "node:crypto";
import {
  CLIENT_CAPABILITIES_META_KEY,
  type ClientCapabilities,
  createRequestStateCodec,
  type InputRequests,
  type InputRequiredResult,
  inputRequired,
  inputResponse,
  type ServerContext,
} from "@modelcontextprotocol/server";

/** Signs the number of a round, which the client sends back. */
export const rounds = createRequestStateCodec<number>({ key: randomBytes(32) });

const form = (message: string, name: string) =>
  inputRequired.elicit({
    message,
    requestedSchema: { type: "object", properties: { [name]: { type: "string" } }, required: [name] },
  });
const sampling = (text: string) =>
  inputRequired.createMessage({
    messages: [{ role: "user", content: { type: "text", text } }],
    maxTokens: 100,
  });

const userName = form("What is your name?", "name");
const confirm = inputRequired.elicit({
  message: "Please confirm",
  requestedSchema: { type: "object", properties: { ok: { type: "boolean" } }, required: ["ok"] },
});

/** What each tool asks its client for, round by round. */
export const askingTools: Record<string, readonly InputRequests[]> = {
  test_input_required_result_elicitation: [{ user_name: userName }],
  test_input_required_result_sampling: [{ capital_question: sampling("What is the capital of France?") }],
  test_input_required_result_list_roots: [{ client_roots: inputRequired.listRoots() }],
  test_input_required_result_request_state: [{ confirm }],
  test_input_required_result_multiple_inputs: [
    {
      user_name: userName,
      greeting: sampling("Generate a greeting"),
      client_roots: inputRequired.listRoots(),
    },
  ],
  test_input_required_result_multi_round: [
    { step1: form("Step 1: What is your name?", "name") },
    { step2: form("Step 2: What is your favorite color?", "color") },
  ],
  test_input_required_result_tampered_state: [{ confirm }],
  test_input_required_result_capabilities: [{ user_name: userName, greeting: sampling("Hello") }],
  test_missing_capability: [{ greeting: sampling("Hello") }],
  test_streaming_elicitation: [{ user_name: userName }],
};

/** What the prompt asks for. */
export const askingPrompt: readonly InputRequests[] = [
  { user_context: form("What context should the prompt use?", "context") },
];

/** Returns what the client is asked for next; null once it has answered everything. */
export async function ask(
  asked: readonly InputRequests[],
  { mcpReq }: ServerContext,
): Promise<InputRequiredResult | null> {
  const round = mcpReq.requestState<number>() ?? 0;
  const isAnswered = Object.keys(asked[round] ?? {}).every(
    (key) => inputResponse(mcpReq.inputResponses, key).kind !== "missing",
  );
  const next = isAnswered ? round + 1 : round;
  const inputRequests = asked[next];
  return inputRequests ? inputRequired({ inputRequests, requestState: await rounds.mint(next) }) : null;
}

/** Leaves out requests for which the client hasn't declared the capability. */
export function askable(asked: readonly InputRequests[], { mcpReq }: ServerContext): InputRequests[] {
  const envelope = mcpReq.envelope as Record<string, ClientCapabilities | undefined> | undefined;
  const declared = envelope?.[CLIENT_CAPABILITIES_META_KEY] ?? {};
  const isDeclared = ({ method }: InputRequests[string]) =>
    method === "sampling/createMessage" ? declared.sampling : declared.elicitation;
  return asked.map((requests) =>
    Object.fromEntries(Object.entries(requests).filter(([, request]) => isDeclared(request))),
  );
}
