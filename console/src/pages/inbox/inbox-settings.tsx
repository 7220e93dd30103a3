import { getNotificationSettings } from "@groundplan/contract";
import { useQuery } from "@tanstack/react-query";
import { read } from "../../api/read.ts";
import { Loaded } from "../../components/page/loaded.tsx";
import { Section } from "../../components/section.tsx";
import { ChannelsTable } from "./channels-table.tsx";
import { DailyMail } from "./daily-mail.tsx";
import { Devices } from "./devices.tsx";
import { InboxPage } from "./inbox-page.tsx";

/** Where the user's notifications go. */
export default function InboxSettings() {
  const query = useQuery(read(getNotificationSettings, {}));
  return (
    <InboxPage>
      <Loaded query={query}>
        {({ settings, unavailable }) => (
          <>
            <Section
              title="What comes where"
              says={["Changes apply to new notifications.", unavailable.mail].filter(Boolean).join(" ")}
            >
              <ChannelsTable settings={settings} unavailable={unavailable} />
            </Section>
            {unavailable.mail === null && <DailyMail {...settings} />}
            <Devices settings={settings} unavailable={unavailable.push} />
          </>
        )}
      </Loaded>
    </InboxPage>
  );
}
