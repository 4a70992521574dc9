import { Context, Data } from "effect"

/** A defect: the job was ended, and its transaction rolled back, because the server stops. */
export class ServerStopping extends Data.TaggedError("ServerStopping")<object> {}

/** The end of all jobs in the threads of one server that stops. */
export class JobDeadline {
  readonly #endings = new Set<() => void>()
  #isOver = false

  get isOver(): boolean {
    return this.#isOver
  }

  /** Registers what ends running jobs; returns how to take it back. */
  onEnd(end: () => void): () => void {
    this.#endings.add(end)
    return () => void this.#endings.delete(end)
  }

  /** Ends running jobs; later ones fail. */
  endJobs(): void {
    this.#isOver = true
    for (const end of this.#endings) end()
  }
}

/** By default nothing ends the jobs of a server. */
export const CurrentJobDeadline = Context.Reference<JobDeadline>(
  "@dragoman/server/platform/worker/CurrentJobDeadline",
  { defaultValue: () => new JobDeadline() }
)
