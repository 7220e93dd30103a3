import type { AddressInfo } from "node:net";
import { SMTPServer } from "smtp-server";

export interface ReceivedMail {
  to: string[];
  /** Headers by lowercase name. */
  headers: Record<string, string>;
  text: string;
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
  await new Promise<void>((resolve) => server.listen(0, "0.0.0.0", resolve));
  const { port } = server.server.address() as AddressInfo;
  const close = () => new Promise<void>((resolve) => server.close(() => resolve()));
  return { mails, refusals, signedIn, port, close };
}

function parse(raw: string): Pick<ReceivedMail, "headers" | "text"> {
  const [head = "", ...body] = raw.split("\r\n\r\n");
  const lines = head.replaceAll(/\r\n\s+/g, " ").split("\r\n");
  const headers = Object.fromEntries(
    lines.map((line) => [line.slice(0, line.indexOf(":")).toLowerCase(), line.slice(line.indexOf(":") + 2)]),
  );
  const text = body.join("\r\n\r\n");
  const isQuoted = headers["content-transfer-encoding"] === "quoted-printable";
  return { headers, text: isQuoted ? unquoted(text) : text };
}

const unquoted = (text: string) =>
  decodeURIComponent(
    text
      .replaceAll("=\r\n", "")
      .replaceAll("%", "=25")
      .replaceAll(/=([0-9A-F]{2})/g, "%$1"),
  );
