import type { NotificationSettings } from "@groundplan/contract";
import { Choice, Field } from "../../components/forms/field.tsx";
import { Form } from "../../components/forms/form.tsx";
import { toast } from "../../components/overlays/toast.tsx";
import { Section } from "../../components/section.tsx";
import { sendEdit } from "../../edits/edit.ts";
import { editSettings } from "./settings-edits.ts";

/** When the daily mail comes. */
export function DailyMail({ digestAt, timeZone }: NotificationSettings) {
  const here = Intl.DateTimeFormat().resolvedOptions().timeZone;
  const zones = [...new Set([timeZone, here, "UTC", ...Intl.supportedValuesOf("timeZone")])];
  const submit = async (typed: Record<string, string>) => {
    const changes = { digestAt: typed.digestAt ?? digestAt, timeZone: typed.timeZone ?? timeZone };
    await sendEdit(editSettings(changes));
    toast(`The daily mail comes at ${changes.digestAt}, ${changes.timeZone}.`);
  };
  return (
    <Section
      title="Daily mail"
      says={`It has what is unread of the kinds with mail “Daily”, if there is any. It comes at ${digestAt}, ${timeZone}.`}
    >
      <div className="max-w-md">
        <Form submit={submit} action="Save time">
          <Field label="Time" name="digestAt" type="time" defaultValue={digestAt} required />
          <Choice label="Time zone" name="timeZone" defaultValue={timeZone}>
            {zones.map((zone) => (
              <option key={zone} value={zone}>
                {zone === here ? `${zone} (this browser)` : zone}
              </option>
            ))}
          </Choice>
        </Form>
      </div>
    </Section>
  );
}
