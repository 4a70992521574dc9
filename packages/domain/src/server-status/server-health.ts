/** The checked areas, in the order in which they are shown. */
export const healthCheckNames = ["database", "disk", "writeAheadLog", "webhookDispatcher"] as const
export type HealthCheckName = (typeof healthCheckNames)[number]

/** WARNING: requests work, and it should be looked at. FAILED: something does not work now. NONE: nothing to look at here. */
export const healthVerdicts = ["OK", "WARNING", "FAILED", "NONE"] as const
export type HealthVerdict = (typeof healthVerdicts)[number]

export interface HealthCheck {
  readonly name: HealthCheckName
  readonly verdict: HealthVerdict
}

/** Sizes in bytes. */
export interface HealthFacts {
  readonly database: "UP" | "DOWN" | "DAMAGED"
  /** The free space of the data directory's volume; null: it could not be read. */
  readonly disk: { readonly freeBytes: number; readonly totalBytes: number } | null
  /** null: the engine has none that the server could measure. */
  readonly writeAheadLogBytes: number | null
  /** `external`: a program of its own, which says itself how it is. */
  readonly webhookDispatcher: "embedded" | "external"
  readonly isDispatcherFailing: boolean
}

const gibibyte = 1024 ** 3
/** Enough for the largest import or backup copy that servers of this size write. */
const freeBytesMin = gibibyte
/** Below this share even a large volume fills within days. */
const freeShareMin = 0.05
/** The log has 4 MB unless something reads one state for long; an export of a large project makes it some hundreds. */
const logBytesMax = gibibyte

/** How the server is, one verdict for each thing that is looked at. Source: docs/operations.md#how-the-server-is. */
export const judgeHealth = (facts: HealthFacts): ReadonlyArray<HealthCheck> => {
  const verdicts: Readonly<Record<HealthCheckName, HealthVerdict>> = {
    database: facts.database === "UP" ? "OK" : "FAILED",
    disk: judgeDisk(facts.disk),
    writeAheadLog: judgeLog(facts.writeAheadLogBytes),
    webhookDispatcher: facts.webhookDispatcher === "external" ? "NONE" : facts.isDispatcherFailing ? "FAILED" : "OK"
  }
  return healthCheckNames.map((name) => ({ name, verdict: verdicts[name] }))
}

const judgeDisk = (disk: HealthFacts["disk"]): HealthVerdict => {
  if (disk === null) return "NONE"
  const { freeBytes, totalBytes } = disk
  if (freeBytes === 0) return "FAILED"
  return freeBytes < freeBytesMin || freeBytes < totalBytes * freeShareMin ? "WARNING" : "OK"
}

const judgeLog = (bytes: number | null): HealthVerdict => {
  if (bytes === null) return "NONE"
  return bytes > logBytesMax ? "WARNING" : "OK"
}
