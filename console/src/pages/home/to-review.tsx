import { listNext } from "@groundplan/contract";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { readAll } from "../../api/read.ts";
import { Button } from "../../components/button.tsx";
import { List } from "../../components/lists/list.tsx";
import { Section } from "../../components/section.tsx";
import { NextRow } from "../../planning/specs/next-row.tsx";

/** The specs shown at first, and by each press of the button. */
const step = 6;

/** The specs of all readable plans that await a review; nothing if there are none. */
export default function ToReview() {
  const [most, setMost] = useState(step);
  const { data = [] } = useQuery(
    readAll(listNext, { query: { awaitsReview: "true", limit: String(step) } }, "specs", most),
  );
  if (data.length === 0) return null;
  return (
    <Section title="To review" says="Built and proven, and waiting for a reviewer's pass.">
      <List label="To review" items={data.slice(0, most)} keyOf={({ id }) => id}>
        {(spec) => <NextRow spec={spec} />}
      </List>
      {data.length >= most && (
        <Button look="quiet" onClick={() => setMost(most + step)}>
          Show more
        </Button>
      )}
    </Section>
  );
}
