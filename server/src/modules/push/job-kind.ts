/** The name of the job that carries a push out; apart, since the command that leaves it runs without the job's code. */
export const jobKindOfPush = "push.run";
