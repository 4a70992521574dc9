import { surviving } from "@dragoman/background"
import { Database, QualityCheckRepository } from "@dragoman/store"
import { Clock, Context, Effect, Layer, Option, Queue } from "effect"
import { lockContentProject } from "../../change/change-project.ts"
import { ByPlace } from "../../content/translation/translation-places.ts"
import { checkPlaces } from "./check-texts.ts"
import { makeTextCheck } from "./quality-rules.ts"

/** Wakes the fiber that checks stale texts, because people wait for the result of new settings. */
export class StaleTexts extends Context.Service<
  StaleTexts,
  {
    /** Returns at once. */
    readonly check: Effect.Effect<void>
    /** Checks texts whenever there is something to check; never ends. */
    readonly run: Effect.Effect<never, never, Effect.Services<ReturnType<typeof checkStaleTexts>>>
  }
>()("@dragoman/server/assistance/quality-check/StaleTexts") {
  static readonly layer = Layer.effect(
    StaleTexts,
    Effect.map(Queue.sliding<void>(1), (requests) =>
      StaleTexts.of({
        check: Effect.asVoid(Queue.offer(requests, undefined)),
        run: Effect.forever(Effect.andThen(Queue.take(requests), surviving("Checking texts failed", checkStaleTexts())))
      })
    )
  )
}

/** Number of translations in one transaction, so that other writers get the lock of the project in between. */
const staleTextsMax = 500

/** Pause between two transactions, in real time, so that the thread stays free for requests. */
const pause = Effect.provideService(Effect.sleep("5 millis"), Clock.Clock, Clock.Clock.defaultValue())

/** Checks texts whose issues are out of date, such as after a change of settings, until none is left. */
export const checkStaleTexts = Effect.fn("checkStaleTexts")(function* () {
  const repository = yield* QualityCheckRepository
  while (true) {
    const projectId = yield* repository.findStaleProject
    if (Option.isNone(projectId)) return
    yield* checkSome(projectId.value)
    yield* pause
  }
})

const checkSome = Effect.fnUntraced(function* (projectId: number) {
  const database = yield* Database
  const repository = yield* QualityCheckRepository
  yield* database.transaction(
    Effect.gen(function* () {
      const project = yield* lockContentProject(projectId)
      const check = yield* makeTextCheck(project)
      if (check === null) return yield* repository.removeStaleOfProject(projectId)
      const stale = yield* repository.listStale(projectId, staleTextsMax)
      const places = ByPlace.of(stale)
      yield* checkPlaces(
        project,
        check,
        [...new Set(stale.map(({ keyId }) => keyId))],
        ({ keyId, languageId }) => places.at(keyId, languageId) !== undefined
      )
      // Including texts of languages that were deleted meanwhile.
      yield* repository.removeStale(stale.map(({ id }) => id))
    }).pipe(
      // The project was deleted.
      Effect.catch(() => repository.removeStaleOfProject(projectId))
    )
  )
})
