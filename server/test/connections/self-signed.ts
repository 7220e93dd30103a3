import { once } from "node:events";
import { createServer } from "node:https";
import type { AddressInfo } from "node:net";

/** An untrusted certificate for `localhost` and 127.0.0.1, valid until 2126. Its key protects nothing. */
const selfSigned = {
  cert: `-----BEGIN CERTIFICATE-----
MIIBmzCCAUGgAwIBAgIUE8ypBQ0XFxoaPjrEkcdLsztqzoEwCgYIKoZIzj0EAwIw
FDESMBAGA1UEAwwJbG9jYWxob3N0MCAXDTI2MTEyODIyMTQ1MFoYDzIxMjYxMTA0
MjIxNDUwWjAUMRIwEAYDVQQDDAlsb2NhbGhvc3QwWTATBgcqhkjOPQIBBggqhkjO
PQMBBwNCAATgpcnO62qhUhCqE/3oT0CWbjz5G6pkuq1OwlF2JQrPQw2z+uu3JKFr
pzmYeXMiPYI2G0ZtSTIc0tHrTuFXwNFRo28wbTAdBgNVHQ4EFgQUZAihH2YQrFkE
1CWym2LwdUEFSUswHwYDVR0jBBgwFoAUZAihH2YQrFkE1CWym2LwdUEFSUswDwYD
VR0TAQH/BAUwAwEB/zAaBgNVHREEEzARgglsb2NhbGhvc3SHBH8AAAEwCgYIKoZI
zj0EAwIDSAAwRQIgKrq/I2n+WVGiAUwl9dSrWXLeDjuwo5VWdLLJQOKObUYCIQCX
EZI20j7H06YUDHvhfdfogwCcUeTKFzWaozXkl3JYew==
-----END CERTIFICATE-----`,
  key: `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgoY8sRNxzfSQ1b7Cg
xsYpWMReAA+DnAHaxn8mDQfKMWChRANCAATgpcnO62qhUhCqE/3oT0CWbjz5G6pk
uq1OwlF2JQrPQw2z+uu3JKFrpzmYeXMiPYI2G0ZtSTIc0tHrTuFXwNFR
-----END PRIVATE KEY-----`,
};

export async function listenWithTls(text = "") {
  const server = createServer(selfSigned, (_request, response) => response.end(text));
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  return {
    port,
    url: `https://127.0.0.1:${port}`,
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}
