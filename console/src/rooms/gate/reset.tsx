import { Gate } from "../../parts/gate.tsx";

/** This room is not built yet. */
export default function Room() {
  return (
    <Gate title="Set a new password" says="This room is not built yet.">
      {null}
    </Gate>
  );
}
