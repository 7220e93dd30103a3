export function get(target: string, key: string, headers: Record<string, string> = {}): string {
  const fields = { host: "127.0.0.1", authorization: `Bearer ${key}`, ...headers };
  return `GET ${target} HTTP/1.1\r\n${lines(fields)}\r\n`;
}

export function post(
  target: string,
  key: string,
  body: object,
  headers: Record<string, string> = {},
): string {
  const text = JSON.stringify(body);
  const fields = {
    host: "127.0.0.1",
    authorization: `Bearer ${key}`,
    "content-type": "application/json",
    "content-length": String(Buffer.byteLength(text)),
    ...headers,
  };
  return `POST ${target} HTTP/1.1\r\n${lines(fields)}\r\n${text}`;
}

const lines = (fields: Record<string, string>) =>
  Object.entries(fields)
    .map(([name, value]) => `${name}: ${value}\r\n`)
    .join("");
