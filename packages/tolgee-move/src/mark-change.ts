import { ActivityRepository } from "@dragoman/store"
import { Effect } from "effect"
import { type Move, runStep } from "./move.ts"
import type { TakenProject } from "./take-projects.ts"
import { countWritten } from "./written-rows.ts"

/** Writes one entry into the history about texts from another server, by which clients see that lists have changed. */
export const markChange = (move: Move, project: TakenProject) =>
  runStep(
    move,
    `project ${project.sourceId} end`,
    Effect.fnUntraced(function* (step) {
      yield* step.commit(
        null,
        Effect.fnUntraced(function* () {
          const activity = yield* ActivityRepository
          const keys = yield* countWritten(move, project, "keys")
          const values = yield* countWritten(move, project, "values")
          if (keys + values === 0) return
          const revision = yield* activity.insert({
            projectId: project.id,
            authorId: null,
            type: "IMPORT",
            createdAt: move.now,
            params: null
          })
          yield* activity.setCounts(revision.id, { Key: keys })
        })
      )
    })
  )
