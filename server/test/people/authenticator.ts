import { createSign, generateKeyPairSync, hash, type KeyObject, randomBytes } from "node:crypto";
import type { CreatedPasskey, UsedPasskey } from "@groundplan/contract";

type Options = Record<string, unknown>;

/** Encodes a CBOR head: the kind of value in three bits, then its number or length. */
function head(major: number, count: number): Buffer {
  const bits = major << 5;
  if (count < 24) return Buffer.from([bits | count]);
  if (count < 256) return Buffer.from([bits | 24, count]);
  return Buffer.from([bits | 25, count >> 8, count & 255]);
}

function cbor(value: number | string | Buffer | Map<number | string, unknown>): Buffer {
  if (typeof value === "number") return value < 0 ? head(1, -1 - value) : head(0, value);
  if (typeof value === "string")
    return Buffer.concat([head(3, Buffer.byteLength(value)), Buffer.from(value)]);
  if (Buffer.isBuffer(value)) return Buffer.concat([head(2, value.length), value]);
  const parts = [...value].flatMap(([key, part]) => [cbor(key), cbor(part as number)]);
  return Buffer.concat([head(5, value.size), ...parts]);
}

const userPresent = 0x01;
const userVerified = 0x04;
const hasKey = 0x40;
const base64url = (bytes: Buffer | string) => Buffer.from(bytes).toString("base64url");

/** A software authenticator with one passkey, which tests can make misbehave. */
export class Authenticator {
  id = base64url(randomBytes(16));
  /** The next signature count; 0 if it does not count. */
  counter = 0;
  origin: string;
  userHandle = "";
  /** Whether it verifies the user by PIN, finger or face. */
  verifies = true;
  readonly #publicKey: KeyObject;
  readonly #privateKey: KeyObject;

  constructor(origin: string) {
    this.origin = origin;
    const { publicKey, privateKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
    this.#publicKey = publicKey;
    this.#privateKey = privateKey;
  }

  create(options: Options): CreatedPasskey {
    const { rp, user, challenge } = options as {
      rp: { id: string };
      user: { id: string };
      challenge: string;
    };
    this.userHandle = user.id;
    const { x = "", y = "" } = this.#publicKey.export({ format: "jwk" });
    const key = cbor(
      new Map<number, number | Buffer>([
        ...([
          [1, 2],
          [3, -7],
          [-1, 1],
        ] as const),
        [-2, Buffer.from(x, "base64url")],
        [-3, Buffer.from(y, "base64url")],
      ]),
    );
    const id = Buffer.from(this.id, "base64url");
    const length = Buffer.from([id.length >> 8, id.length & 255]);
    const attested = Buffer.concat([Buffer.alloc(16), length, id, key]);
    const authData = Buffer.concat([this.#authData(rp.id, hasKey), attested]);
    const attestation = new Map<string, unknown>([
      ["fmt", "none"],
      ["attStmt", new Map()],
      ["authData", authData],
    ]);
    return {
      ...this.#credential(),
      response: {
        clientDataJSON: this.#clientData("webauthn.create", challenge),
        attestationObject: base64url(cbor(attestation)),
        transports: ["internal"],
      },
    };
  }

  use(options: Options): UsedPasskey {
    const { rpId, challenge } = options as { rpId: string; challenge: string };
    const authData = this.#authData(rpId, 0);
    const clientDataJSON = this.#clientData("webauthn.get", challenge);
    const clientHash = hash("sha256", Buffer.from(clientDataJSON, "base64url"), "buffer");
    const signature = createSign("sha256").update(authData).update(clientHash).sign(this.#privateKey);
    return {
      ...this.#credential(),
      response: {
        clientDataJSON,
        authenticatorData: base64url(authData),
        signature: base64url(signature),
        userHandle: this.userHandle,
      },
    };
  }

  #credential = () => ({ id: this.id, rawId: this.id, type: "public-key" as const });

  #clientData = (type: string, challenge: string) =>
    base64url(JSON.stringify({ type, challenge, origin: this.origin, crossOrigin: false }));

  #authData(rpId: string, more: number): Buffer {
    const flags = userPresent | (this.verifies ? userVerified : 0) | more;
    const count = Buffer.alloc(4);
    count.writeUInt32BE(this.counter);
    return Buffer.concat([hash("sha256", rpId, "buffer"), Buffer.from([flags]), count]);
  }
}
