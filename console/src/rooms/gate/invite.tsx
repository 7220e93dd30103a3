import { Gate } from "../../parts/gate.tsx";

/** This room is not built yet. */
export default function Room() {
  return (
    <Gate title="Join a workspace" says="This room is not built yet.">
      {null}
    </Gate>
  );
}
