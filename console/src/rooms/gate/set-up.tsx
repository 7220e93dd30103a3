import { Gate } from "../../parts/gate.tsx";

/** This room is not built yet. */
export default function Room() {
  return (
    <Gate title="Set up Groundplan" says="This room is not built yet.">
      {null}
    </Gate>
  );
}
