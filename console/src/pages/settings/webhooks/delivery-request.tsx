import { getDelivery } from "@groundplan/contract";
import { useQuery } from "@tanstack/react-query";
import { read } from "../../../api/read.ts";
import { Loaded } from "../../../components/page/loaded.tsx";
import { CopyLines } from "../../../components/text/copy-lines.tsx";

/** A delivery's headers and body. */
export function DeliveryRequest(params: { id: string; deliveryId: string }) {
  const query = useQuery(read(getDelivery, { params }));
  return (
    <Loaded query={query}>
      {({ request: { url, headers, body } }) => (
        <div className="mb-3 grid gap-3 px-2">
          <CopyLines
            label="Headers"
            text={[
              `POST ${url}`,
              ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
            ].join("\n")}
          />
          <CopyLines label="Body" text={JSON.stringify(JSON.parse(body), null, 2)} />
        </div>
      )}
    </Loaded>
  );
}
