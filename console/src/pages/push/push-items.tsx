import type { PushItem } from "@groundplan/contract";
import { Entry } from "../../components/entry.tsx";
import { List } from "../../components/lists/list.tsx";
import { OutsideLink } from "../../components/outside-link.tsx";
import { Pill, type Tone } from "../../components/pill.tsx";
import { Section } from "../../components/section.tsx";
import { wordOf } from "../../components/status.tsx";
import type { PlanParams } from "../../planning/params.ts";
import { NamedPlans } from "../../planning/plans/named-plans.tsx";
import { ItemName } from "./item-name.tsx";
import { isThing, MoreLinks } from "./links.tsx";
import { useTitles } from "./titles.ts";
import { inOurWords } from "./words.ts";

const tones: Record<PushItem["state"], Tone> = {
  planned: "plain",
  sending: "accent",
  sent: "good",
  skipped: "plain",
  conflict: "warn",
  gone: "warn",
  released: "plain",
  failed: "bad",
};

/** The states in which links are only counted. */
const quiet: readonly PushItem["state"][] = ["planned", "sending", "sent"];

/** The written or planned items, with links to the tracker. */
export function PushItems({ params, items }: { params: PlanParams; items: readonly PushItem[] }) {
  const titleOf = useTitles(params);
  const known = new Map<string, number>();
  // Links of one spec may share a name.
  const shown = items.filter(({ kind, state }) => isThing(kind) || !quiet.includes(state));
  const links = items.length - shown.length;
  const named = shown.map((item) => {
    const name = `${item.kind} ${item.planShortId} ${item.specShortId}`;
    const count = (known.get(name) ?? 0) + 1;
    known.set(name, count);
    return { ...item, id: `${name} ${count}` };
  });
  return (
    <Section title="All items">
      <List label="Items" items={named} keyOf={({ id }) => id}>
        {(item) => (
          <Entry
            title={<ItemName params={params} item={item} title={titleOf(item)} />}
            pills={<Pill tone={tones[item.state]}>{wordOf(item.state.toUpperCase())}</Pill>}
            about={
              item.error !== undefined && (
                <span>
                  <NamedPlans text={inOurWords(item.error)} />
                </span>
              )
            }
            actions={
              item.url !== undefined &&
              item.externalKey !== undefined && <OutsideLink url={item.url}>{item.externalKey}</OutsideLink>
            }
          />
        )}
      </List>
      <MoreLinks count={links} />
    </Section>
  );
}
