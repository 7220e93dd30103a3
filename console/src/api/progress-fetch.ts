import { countSending } from "./sending-files.ts";

/** Scripts may not set this header. */
const ofBrowser = "user-agent";

/** Returns an `XMLHttpRequest`-based `fetch` with upload progress from 0 to 1. */
export const progressFetch =
  (onSent: (share: number) => void): typeof globalThis.fetch =>
  (address, init = {}) =>
    new Promise((resolve, reject) => {
      const request = new XMLHttpRequest();
      request.open(init.method ?? "GET", String(address));
      request.responseType = "arraybuffer";
      for (const [name, value] of new Headers(init.headers))
        if (name !== ofBrowser) request.setRequestHeader(name, value);
      request.upload.onprogress = ({ loaded, total }) => onSent(total === 0 ? 0 : loaded / total);
      request.onload = () => {
        const { status, response } = request;
        resolve(new Response(response as ArrayBuffer, { status, headers: headersOf(request) }));
      };
      request.onerror = () => reject(new TypeError("the upload broke off"));
      request.onabort = () => reject(init.signal?.reason);
      request.onloadend = countSending();
      init.signal?.addEventListener("abort", () => request.abort());
      // These calls only send forms or strings.
      request.send(init.body as XMLHttpRequestBodyInit | null);
    });

const headersOf = (request: XMLHttpRequest) =>
  request
    .getAllResponseHeaders()
    .split("\r\n")
    .flatMap((line): [string, string][] => {
      const colon = line.indexOf(":");
      return colon < 0 ? [] : [[line.slice(0, colon), line.slice(colon + 1).trim()]];
    });
