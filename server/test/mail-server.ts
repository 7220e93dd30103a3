import type { AddressInfo } from "node:net";
import { SMTPServer } from "smtp-server";

export interface ReceivedMail {
  to: string[];
  /** Headers by lowercase name. */
  headers: Record<string, string>;
  text: string;
  /** "" without a part in HTML. */
  html: string;
}

/** A mail server that stores messages, and refuses the next `refusals` ones. */
export async function startMailServer() {
  const mails: ReceivedMail[] = [];
  const refusals: { code: number; words: string }[] = [];
  const signedIn: string[] = [];
  const server = new SMTPServer({
    authOptional: true,
    allowInsecureAuth: true,
    disabledCommands: ["STARTTLS"],
    logger: false,
    onAuth({ username = "", password = "" }, _session, done) {
      signedIn.push(`${username} ${password}`);
      done(null, { user: username });
    },
    onRcptTo({ address }, _session, done) {
      const refusal = refusals.shift();
      if (!refusal) return done();
      done(Object.assign(new Error(`${refusal.words} <${address}>`), { responseCode: refusal.code }));
    },
    onData(stream, { envelope }, done) {
      const chunks: Buffer[] = [];
      stream.on("data", (chunk: Buffer) => chunks.push(chunk));
      stream.on("end", () => {
        mails.push({
          to: envelope.rcptTo.map(({ address }) => address),
          ...parse(Buffer.concat(chunks).toString()),
        });
        done();
      });
    },
  });
  server.on("error", () => {}); // A killed client resets its connection.
  await new Promise<void>((resolve) => server.listen(0, "0.0.0.0", resolve));
  const { port } = server.server.address() as AddressInfo;
  const close = () => new Promise<void>((resolve) => server.close(() => resolve()));
  return { mails, refusals, signedIn, port, close };
}

function parse(raw: string): Pick<ReceivedMail, "headers" | "text" | "html"> {
  const { headers, body } = partOf(raw);
  const boundary = /boundary="([^"]+)"/.exec(headers["content-type"] ?? "")?.[1];
  if (boundary === undefined) return { headers, text: body, html: "" };
  const parts = body.split(`--${boundary}`).map((part) => partOf(part.replace(/^\r\n/, "")));
  const of = (type: string) =>
    parts.find((part) => part.headers["content-type"]?.startsWith(type))?.body ?? "";
  return { headers, text: of("text/plain"), html: of("text/html") };
}

function partOf(raw: string) {
  const [head = "", ...rest] = raw.split("\r\n\r\n");
  const lines = head.replaceAll(/\r\n\s+/g, " ").split("\r\n");
  const headers = Object.fromEntries(
    lines.map((line) => [line.slice(0, line.indexOf(":")).toLowerCase(), line.slice(line.indexOf(":") + 2)]),
  );
  const text = rest.join("\r\n\r\n");
  const encoding = headers["content-transfer-encoding"];
  if (encoding === "base64") return { headers, body: Buffer.from(text, "base64").toString() };
  return { headers, body: encoding === "quoted-printable" ? unquoted(text) : text };
}

const unquoted = (text: string) =>
  decodeURIComponent(
    text
      .replaceAll("=\r\n", "")
      .replaceAll("%", "=25")
      .replaceAll(/=([0-9A-F]{2})/g, "%$1"),
  );
