import { UserError } from "../../base/user-error.ts";
import type { DrawRequest, FrameMessage } from "../../diagram/messages.ts";

/** In milliseconds; the first loads the frame's scripts. */
const longestLoad = 30_000;
const longestDraw = 5_000;
/** Without work the frame goes, with its memory. */
const longestIdle = 2_000;
/** In characters of SVG; a drawing of 50 KB of source has much less. */
const largest = 4_000_000;
const mostKept = 50;

const tooLong = () =>
  new UserError(
    "Drawing this diagram took more than 5 seconds, so it was stopped. Draw less in one diagram.",
  );
const notLoaded = () =>
  new UserError("The part of the page that draws diagrams failed to load. Reload the page.");

/** Drawings by source and theme, the oldest first. */
const kept = new Map<string, Promise<string>>();
let last: Promise<unknown> = Promise.resolve();
let frame: Promise<HTMLIFrameElement> | undefined;
let ending: ReturnType<typeof setTimeout> | undefined;
let count = 0;

/** Returns the SVG of a diagram, drawn one after the other in a frame that can reach nothing. */
export function drawn(source: string, isDark: boolean): Promise<string> {
  const key = `${isDark} ${source}`;
  const known = kept.get(key);
  if (known) return known;
  const drawing = last.then(() => draw({ id: ++count, source, isDark }));
  last = drawing.catch(() => {});
  kept.set(key, drawing);
  // What failed to load is tried again by the next view.
  drawing.catch(() => kept.delete(key));
  const [oldest] = kept.keys();
  if (kept.size > mostKept && oldest !== undefined) kept.delete(oldest);
  return drawing;
}

async function draw(request: DrawRequest): Promise<string> {
  clearTimeout(ending);
  const message = await answerTo(request).catch((error) => {
    closeFrame();
    throw error;
  });
  ending = setTimeout(closeFrame, longestIdle);
  if ("error" in message) throw new UserError(`This diagram has an error. ${message.error}`);
  if (!("svg" in message) || message.svg.length > largest) throw new UserError("This diagram is too large.");
  return message.svg;
}

async function answerTo(request: DrawRequest): Promise<FrameMessage> {
  frame ??= openFrame();
  const open = await frame;
  const answer = messageOf(open, (message) => "id" in message && message.id === request.id);
  open.contentWindow?.postMessage(request, "*");
  return within(longestDraw, answer, tooLong);
}

function openFrame(): Promise<HTMLIFrameElement> {
  const element = document.createElement("iframe");
  element.sandbox.add("allow-scripts");
  element.title = "Draws diagrams";
  element.ariaHidden = "true";
  element.tabIndex = -1;
  // Browsers neither measure what isn't displayed nor run what isn't in view.
  Object.assign(element.style, { position: "fixed", bottom: "0", left: "0", width: "100vw", height: "50vh" });
  Object.assign(element.style, { border: "0", opacity: "0", pointerEvents: "none", zIndex: "-1" });
  element.src = "/diagram";
  document.body.append(element);
  const ready = messageOf(element, (message) => "isReady" in message);
  return within(longestLoad, ready, notLoaded).then(
    () => element,
    (error) => {
      element.remove();
      throw error;
    },
  );
}

function closeFrame(): void {
  const closed = frame;
  frame = undefined;
  closed?.then(
    (element) => element.remove(),
    () => {},
  );
}

/** Returns the frame's next message of a kind. Its sender is the only thing that is known of it. */
function messageOf(
  { contentWindow }: HTMLIFrameElement,
  isMeant: (message: FrameMessage) => boolean,
): Promise<FrameMessage> {
  return new Promise((resolve) => {
    const take = ({ source, data }: MessageEvent<unknown>) => {
      if (source !== contentWindow || !isFrameMessage(data) || !isMeant(data)) return;
      removeEventListener("message", take);
      resolve(data);
    };
    addEventListener("message", take);
    setTimeout(() => removeEventListener("message", take), longestLoad);
  });
}

const isFrameMessage = (data: unknown): data is FrameMessage =>
  typeof data === "object" &&
  data !== null &&
  ("isReady" in data ||
    ("id" in data &&
      (("svg" in data && typeof data.svg === "string") ||
        ("error" in data && typeof data.error === "string"))));

async function within<T>(time: number, answer: Promise<T>, late: () => Error): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const end = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(late()), time);
  });
  try {
    return await Promise.race([answer, end]);
  } finally {
    clearTimeout(timer);
  }
}
