import { createDecipheriv, createECDH, hkdfSync, randomBytes } from "node:crypto";
import { once } from "node:events";
import { createServer, type IncomingHttpHeaders } from "node:http";
import type { AddressInfo } from "node:net";
import { buffer } from "node:stream/consumers";

export interface Push {
  path: string;
  headers: IncomingHttpHeaders;
  /** What the browser decrypts. */
  payload: Record<string, string>;
}

/** A push service (RFC 8030) with browsers that decrypt (RFC 8291). `answers` are the next ones' statuses. */
export async function startPushService() {
  const pushes: Push[] = [];
  const answers: number[] = [];
  const browsers = new Map<string, (body: Buffer) => string>();
  const server = createServer(async (request, response) => {
    const body = await buffer(request).catch(() => null);
    if (body === null) return; // A killed client resets its connection.
    const path = request.url ?? "";
    const status = answers.shift() ?? (browsers.has(path) ? 201 : 404);
    const text = browsers.get(path)?.(body) ?? "{}";
    if (status === 201) pushes.push({ path, headers: request.headers, payload: JSON.parse(text) });
    response.writeHead(status).end();
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;

  /** Returns the subscription of another browser, as it serializes it. */
  function subscribe() {
    const own = createECDH("prime256v1");
    const publicKey = own.generateKeys();
    const auth = randomBytes(16);
    const path = `/send/${browsers.size + 1}`;
    browsers.set(path, (body) => decrypt(body, { own, publicKey, auth }));
    const encoded = (bytes: Buffer) => bytes.toString("base64url");
    return {
      endpoint: `http://127.0.0.1:${port}${path}`,
      expirationTime: null,
      keys: { p256dh: encoded(publicKey), auth: encoded(auth) },
    };
  }
  const close = async () => {
    server.closeAllConnections();
    server.close();
    await once(server, "close");
  };
  return { pushes, answers, subscribe, close };
}

interface Browser {
  own: ReturnType<typeof createECDH>;
  publicKey: Buffer;
  auth: Buffer;
}

function decrypt(body: Buffer, { own, publicKey, auth }: Browser): string {
  const salt = body.subarray(0, 16);
  const idLength = body.readUInt8(20);
  const sender = body.subarray(21, 21 + idLength);
  const sealed = body.subarray(21 + idLength);
  const derive = (secret: Buffer, by: Buffer, info: Buffer, bytes: number) =>
    Buffer.from(hkdfSync("sha256", secret, by, info, bytes));
  const info = Buffer.concat([Buffer.from("WebPush: info\0"), publicKey, sender]);
  const key = derive(own.computeSecret(sender), auth, info, 32);
  const content = derive(key, salt, Buffer.from("Content-Encoding: aes128gcm\0"), 16);
  const nonce = derive(key, salt, Buffer.from("Content-Encoding: nonce\0"), 12);
  const decipher = createDecipheriv("aes-128-gcm", content, nonce);
  decipher.setAuthTag(sealed.subarray(-16));
  const padded = Buffer.concat([decipher.update(sealed.subarray(0, -16)), decipher.final()]);
  return padded.subarray(0, padded.lastIndexOf(2)).toString();
}
