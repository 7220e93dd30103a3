import net, { type AddressInfo } from "node:net";

// Preloaded into a peer: limits it to listening on this machine, without any outgoing connections.
type Any = (this: net.Server & net.Socket, ...args: unknown[]) => unknown;
const server = net.Server.prototype as unknown as { listen: Any };
const socket = net.Socket.prototype as unknown as { connect: Any };

const { listen } = server;
server.listen = function listenHere(...args) {
  const [first] = args;
  const given = typeof first === "object" ? (first as { port?: unknown } | null)?.port : first;
  const callback = args.find((arg) => typeof arg === "function");
  // Secondary listeners, such as for metrics, get any free port.
  const isAsked = String(given) === process.env["PORT"];
  if (isAsked) this.once("listening", () => process.send?.({ port: (this.address() as AddressInfo).port }));
  return listen.call(this, { port: isAsked ? Number(given) : 0, host: "127.0.0.1" }, callback);
};

const { connect } = socket;
socket.connect = function connectHere(...args) {
  const first = Array.isArray(args[0]) ? (args[0] as unknown[])[0] : args[0];
  const host = (first as { host?: string } | null)?.host ?? "127.0.0.1";
  if (/^(127\.|localhost$|::1$)/.test(host)) return connect.apply(this, args);
  // Nothing listens there, so it fails as without a network.
  return connect.call(this, { port: 1, host: "127.0.0.1" });
};
