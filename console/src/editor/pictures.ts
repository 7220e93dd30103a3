import { type Extension, StateEffect, StateField } from "@codemirror/state";
import { Decoration, type DecorationSet, EditorView, WidgetType } from "@codemirror/view";
import { pend } from "./pending.ts";

/** Uploads a picture and returns the Markdown that shows it; tells of a failure itself, then throws. */
export type SendPicture = (file: File, onSent: (share: number) => void) => Promise<string>;

interface Sending {
  name: string;
  share: number;
}

const begin = StateEffect.define<{ at: number; sending: Sending }>();
const end = StateEffect.define<Sending>();

/** The place of a picture that is being sent, which isn't part of the text. */
class SendingWidget extends WidgetType {
  readonly sending: Sending;
  constructor(sending: Sending) {
    super();
    this.sending = sending;
  }
  override toDOM(): HTMLElement {
    const place = document.createElement("span");
    place.role = "status";
    place.className = "cm-sending";
    // A form waits for it.
    place.dataset.sending = "";
    const show = () => {
      place.textContent = `Uploading ${this.sending.name}: ${Math.round(this.sending.share * 100)} %`;
    };
    show();
    const timer = setInterval(() => (place.isConnected ? show() : clearInterval(timer)), 200);
    return place;
  }
}

const sendings = StateField.define<DecorationSet>({
  create: () => Decoration.none,
  update(places, { changes, effects }) {
    let now = places.map(changes);
    for (const effect of effects) {
      if (effect.is(begin)) {
        const widget = Decoration.widget({ widget: new SendingWidget(effect.value.sending), side: 1 });
        now = now.update({ add: [widget.range(effect.value.at)] });
      }
      if (effect.is(end))
        now = now.update({ filter: (_from, _to, place) => sendingAt(place) !== effect.value });
    }
    return now;
  },
  provide: (field) => EditorView.decorations.from(field),
});

const sendingAt = ({ spec }: Decoration): Sending | undefined =>
  (spec.widget as SendingWidget | undefined)?.sending;

function placeOf(view: EditorView, sending: Sending): number | null {
  for (const place = view.state.field(sendings).iter(); place.value; place.next())
    if (sendingAt(place.value) === sending) return place.from;
  return null;
}

const isPicture = ({ type }: File) => type.startsWith("image/");

/** Sends pictures and inserts each at its place, which edits may have moved meanwhile. */
export function sendPictures(view: EditorView, files: readonly File[], at: number, send: SendPicture): void {
  for (const file of files.filter(isPicture)) {
    const sending = { name: file.name, share: 0 };
    view.dispatch({ effects: begin.of({ at, sending }) });
    const finish = (text: string) => {
      const place = placeOf(view, sending);
      if (place === null) return;
      view.dispatch({
        changes: { from: place, insert: text },
        effects: end.of(sending),
        userEvent: "input.paste",
      });
    };
    const sent = send(file, (share) => {
      sending.share = share;
    });
    pend(
      view,
      sent.then(finish, () => finish("")),
    );
  }
}

/** Takes pasted and dropped pictures. */
export function pictures(send: SendPicture): Extension {
  const take = (view: EditorView, data: DataTransfer | null, at: number) => {
    const files = [...(data?.files ?? [])];
    // Programs that copy text add a picture of it.
    if (!files.some(isPicture) || data?.getData("text/plain")) return false;
    sendPictures(view, files, at, send);
    return true;
  };
  return [
    sendings,
    EditorView.domEventHandlers({
      paste: ({ clipboardData }, view) => take(view, clipboardData, view.state.selection.main.to),
      drop: ({ dataTransfer, clientX: x, clientY: y }, view) =>
        take(view, dataTransfer, view.posAtCoords({ x, y }) ?? view.state.doc.length),
    }),
  ];
}
