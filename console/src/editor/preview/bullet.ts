import { WidgetType } from "@codemirror/view";

/** An item's bullet in place of `-`, `*` or `+`. */
export class BulletWidget extends WidgetType {
  override eq(): boolean {
    return true;
  }
  override toDOM(): HTMLElement {
    const mark = document.createElement("span");
    mark.className = "cm-bullet";
    mark.textContent = "•";
    return mark;
  }
}

/** The line of `---`. */
export class RuleWidget extends WidgetType {
  override eq(): boolean {
    return true;
  }
  override toDOM(): HTMLElement {
    const line = document.createElement("span");
    line.className = "cm-rule";
    line.role = "separator";
    return line;
  }
}
