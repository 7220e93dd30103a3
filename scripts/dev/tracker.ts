import { ApiError, type Client } from "../../client/src/index.ts";
import { connectConnector, setProjectTracker } from "../../contract/src/index.ts";

/** Connects the demo tracker through the API; returns a message for the user. */
export async function connectTracker(
  client: Client,
  github: { url: string; token: string; repository: string },
): Promise<string> {
  const { repository } = github;
  try {
    await client.call(connectConnector, {
      params: { connectorId: "github" },
      body: { apiKey: github.token },
    });
    await client.call(setProjectTracker, {
      params: { projectSlug: "web" },
      body: { provider: "tracker_c", target: { repository } },
    });
  } catch (error) {
    if (!(error instanceof ApiError && [409, 501].includes(error.status))) throw error;
    return `No tracker is connected: ${error.message}`;
  }
  return `Try: npx groundplan push PLAN-1 (a stand-in of GitHub, ${repository}; what it holds: ${github.url}/__dump)`;
}
