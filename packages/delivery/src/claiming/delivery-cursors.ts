import type { DeliveryCursor, DueEndpoint } from "@dragoman/store"

type Cursors = ReadonlyMap<number, DeliveryCursor>

/** The cursors behind which a dispatcher polls, by webhook configuration; ADR 58. */
export interface DeliveryCursors {
  /** Returns null while polls are quick without. */
  readonly known: () => Cursors | null
  /** Moves cursors forward after a poll that used these: it found where to continue. */
  readonly advance: (used: Cursors | null, found: ReadonlyArray<DueEndpoint>) => void
  readonly replace: (cursors: Cursors | null) => void
}

export const makeDeliveryCursors = (): DeliveryCursors => {
  let known: Map<number, DeliveryCursor> | null = null
  return {
    known: () => known,
    advance: (used, found) => {
      // Replaced meanwhile, perhaps by earlier ones: a delivery before the cursors of the poll must not be skipped again.
      if (known === null || used !== known) return
      for (const { id, cursor } of found) if (cursor !== undefined) known.set(id, cursor)
    },
    replace: (cursors) => {
      known = cursors === null ? null : new Map(cursors)
    }
  }
}
