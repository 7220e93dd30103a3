import type { Extension } from "@codemirror/state";
import { keymap, placeholder } from "@codemirror/view";
import { commandKeys } from "./commands/command-keys.ts";
import { pasteAddress } from "./commands/paste-address.ts";
import { findKey } from "./find/find-key.ts";
import { enterBar, selectionBar } from "./menu/bar.ts";
import { choosePicture } from "./menu/choose-picture.ts";
import { menuLook } from "./menu/menu-look.ts";
import { slashMenu } from "./menu/slash.ts";
import type { SendPicture } from "./pictures.ts";
import { openLink } from "./preview/open-link.ts";
import { preview } from "./preview/preview.ts";
import { toggleRawText } from "./preview/raw-text.ts";
import { pressBox } from "./preview/task-box.ts";
import { tableKeys } from "./tables/table-keys.ts";
import { typeOver } from "./type-over.ts";

/** What makes writing pleasant: the text as it will look, and commands by keys, a bar and a menu. */
export const writing = (send: SendPicture): Extension => [
  preview,
  selectionBar,
  slashMenu(choosePicture(send)),
  menuLook,
  pasteAddress,
  typeOver,
  placeholder("Write, or press / for headings, lists, tables and more"),
  keymap.of([
    ...tableKeys,
    ...commandKeys,
    findKey,
    { key: "Mod-Enter", run: pressBox },
    { key: "Alt-Enter", run: openLink },
    { key: "Alt-F10", run: enterBar },
    {
      key: "Mod-Shift-m",
      run: () => {
        toggleRawText();
        return true;
      },
    },
  ]),
];
