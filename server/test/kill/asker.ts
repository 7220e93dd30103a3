export type Send = <T>(
  method: string,
  path: string,
  body?: unknown,
  headers?: Record<string, string>,
) => Promise<T>;

/** Returns a client for a service in another process; it throws for refused requests. */
export const asker =
  (url: string, key: string): Send =>
  async <T>(method: string, path: string, body?: unknown, headers: Record<string, string> = {}) => {
    const answer = await fetch(url + path, {
      method,
      headers: {
        authorization: `Bearer ${key}`,
        ...(body === undefined ? {} : { "content-type": "application/json" }),
        ...headers,
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const json = await answer.json();
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${JSON.stringify(json)}`);
    return json as T;
  };

export async function lastPush(send: Send, plan: string) {
  const { pushes } = await send<{ pushes: { status: string; caveats: string[] }[] }>("GET", `${plan}/pushes`);
  const { status = "", caveats = [] } = pushes.at(-1) ?? {};
  return status === "running" || status === "queued" ? null : { status, caveats };
}
