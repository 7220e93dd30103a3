import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import {
  Client,
  type OAuthClientInformationMixed,
  type OAuthClientProvider,
  type OAuthDiscoveryState,
  type OAuthTokens,
  StreamableHTTPClientTransport,
} from "@modelcontextprotocol/client";

/** An agent that signs in by OAuth and keeps everything in memory. */
export class Agent {
  readonly #address: URL;
  readonly #callback: string;
  readonly #kept: {
    client?: OAuthClientInformationMixed;
    tokens?: OAuthTokens;
    verifier?: string;
    found?: OAuthDiscoveryState;
  } = {};
  /** The page that the agent would open. */
  asks: URL | null = null;
  #transport: StreamableHTTPClientTransport | null = null;

  constructor(address: string, callback: string) {
    this.#address = new URL(address);
    this.#callback = callback;
  }

  /** Throws `UnauthorizedError` if a person has to be asked first. */
  async connect(): Promise<Client> {
    const client = new Client({ name: "scout", version: "1" }, { versionNegotiation: { mode: "auto" } });
    this.#transport = new StreamableHTTPClientTransport(this.#address, { authProvider: this.#provider() });
    await client.connect(this.#transport);
    return client;
  }

  /** Takes the address that the browser was sent back to. */
  finish = (back: string) => this.#transport?.finishAuth(new URL(back).searchParams);

  get scope(): string | undefined {
    return this.#kept.tokens?.scope;
  }

  #provider(): OAuthClientProvider {
    const kept = this.#kept;
    return {
      redirectUrl: this.#callback,
      clientMetadata: {
        client_name: "Scout",
        redirect_uris: [this.#callback],
        token_endpoint_auth_method: "none",
      },
      clientInformation: () => kept.client,
      saveClientInformation: (client) => void Object.assign(kept, { client }),
      tokens: () => kept.tokens,
      saveTokens: (tokens) => void Object.assign(kept, { tokens }),
      redirectToAuthorization: (to) => {
        this.asks = to;
      },
      saveCodeVerifier: (verifier) => void Object.assign(kept, { verifier }),
      codeVerifier: () => kept.verifier ?? "",
      saveDiscoveryState: (found) => void Object.assign(kept, { found }),
      discoveryState: () => kept.found,
    };
  }
}

/** Listens as an app does for the browser that comes back. */
export async function listenForBrowser(): Promise<{ callback: string; close: () => void }> {
  const listener = createServer((_request, response) => response.end("Back at the app."));
  listener.listen(0, "127.0.0.1");
  await once(listener, "listening");
  const { port } = listener.address() as AddressInfo;
  return { callback: `http://127.0.0.1:${port}/callback`, close: () => void listener.close() };
}
