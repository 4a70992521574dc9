import type { ReceivedWebhook } from "../webhook-receiver.ts"

/** Problems of the received deliveries of changed texts. */
export interface ReceivedComparison {
  /** Deliveries that the test did not expect. */
  readonly invented: number
  /** Requests that came again for a delivery that had come. */
  readonly duplicates: number
  /** Deliveries that came with different bytes under one id. */
  readonly unequal: number
}

export const compareReceived = (
  received: ReadonlyArray<ReceivedWebhook>,
  expected: ReadonlySet<string>
): ReceivedComparison => {
  const came = received.filter(({ type }) => type === "SET_TRANSLATIONS")
  const digestById = new Map<string, string>()
  const unequal = new Set<string>()
  for (const { id, digest } of came) {
    const known = digestById.get(id)
    if (known === undefined) digestById.set(id, digest)
    else if (known !== digest) unequal.add(id)
  }
  return {
    invented: [...digestById.keys()].filter((id) => !expected.has(id)).length,
    duplicates: came.length - digestById.size,
    unequal: unequal.size
  }
}
