import { ActivityRepository, TolgeeMoveRepository } from "@dragoman/store"
import { Effect, Option } from "effect"
import { type Move, runStep } from "./move.ts"
import type { TakenProject } from "./take-projects.ts"

/** Writes one entry into the history about texts from another server, by which clients see that lists have changed. */
export const markChange = (move: Move, project: TakenProject) =>
  runStep(
    move,
    `project ${project.sourceId} end`,
    Effect.fnUntraced(function* (step) {
      yield* step.commit(
        null,
        Effect.fnUntraced(function* () {
          const moves = yield* TolgeeMoveRepository
          const activity = yield* ActivityRepository
          const written = yield* Effect.forEach(["keys", "values"], (part) =>
            Effect.map(moves.findStep(move.sourceId, `project ${project.sourceId} ${part}`), (found) => {
              const { counts } = Option.match(found, {
                onNone: () => ({ counts: {} }),
                onSome: ({ outcome }) => outcome
              })
              return Object.values(counts).reduce((sum, { added, changed }) => sum + added + changed, 0)
            })
          )
          const [keys = 0, values = 0] = written
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
