import { Effect } from "effect"

/** Shorter than Prometheus waits: a database that does not answer costs a scrape its figures, not all of them. */
const readTimeout = "2 seconds"

/** Reads what a scrape shows; null, and a line in the log, when it fails or takes too long. `what`: the beginning of the line. */
export const readForScrape = <A, E, R>(what: string, read: Effect.Effect<A, E, R>): Effect.Effect<A | null, never, R> =>
  read.pipe(
    Effect.timeout(readTimeout),
    Effect.catchCause((cause) => Effect.as(Effect.logWarning(`${what} failed`, cause), null))
  )
