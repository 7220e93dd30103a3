import { Gate } from "../../parts/gate.tsx";

/** This room is not built yet. */
export default function Room() {
  return (
    <Gate title="Let a device in" says="This room is not built yet.">
      {null}
    </Gate>
  );
}
