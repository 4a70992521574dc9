import { ActivityRepository, MovedRowRepository } from "@dragoman/store"
import { Effect } from "effect"
import { type Move, runStep } from "./move.ts"
import type { TakenBranch } from "./take-branches.ts"
import { countWritten } from "./written-rows.ts"

/**
 * Writes one entry into the history about texts from another server, by which clients see that lists have changed. On a branch it
 * names every key as added, because the source does not show the base: merges of the branch compare with an empty one (ADR 120).
 */
export const markChange = (move: Move, branch: TakenBranch) =>
  runStep(
    move,
    `${branch.steps} end`,
    Effect.fnUntraced(function* (step) {
      yield* step.commit(
        null,
        Effect.fnUntraced(function* () {
          const activity = yield* ActivityRepository
          const rows = yield* MovedRowRepository
          const keys = yield* countWritten(move, branch, "keys")
          const values = yield* countWritten(move, branch, "values")
          if (keys + values === 0) return
          const revision = yield* activity.insert({
            ...branch.place,
            authorId: null,
            type: "IMPORT",
            createdAt: move.now,
            params: null
          })
          const added = branch.place.branchId === null ? [] : yield* rows.listKeys(branch.place)
          for (let first = 0; first < added.length; first += keysAtOnce) {
            yield* rows.put(
              "modified",
              added.slice(first, first + keysAtOnce).map(({ id, name }) => ({
                revisionId: revision.id,
                entityClass: "Key" as const,
                entityId: id,
                kind: "ADD" as const,
                description: {},
                modifications: { name: { old: null, new: name } },
                relations: {}
              }))
            )
          }
          yield* activity.setCounts(revision.id, { Key: added.length === 0 ? keys : added.length })
        })
      )
    })
  )

/** Keys that one statement writes. */
const keysAtOnce = 10_000
