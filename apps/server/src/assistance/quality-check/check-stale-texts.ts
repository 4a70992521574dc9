import { surviving } from "@dragoman/background"
import { Database, GlossaryRepository, QualityCheckRepository } from "@dragoman/store"
import { Clock, Context, Effect, Layer, Option, Queue } from "effect"
import { lockContentProject, lockProject } from "../../change/change-project.ts"
import { CommitSignal } from "../../change/commit-signal.ts"
import { ByPlace } from "../../content/translation/translation-places.ts"
import { rememberedProse } from "./check-prose.ts"
import { checkPlaces } from "./check-texts.ts"
import { LanguageTool, LanguageToolTimes, type Prose } from "./language-tool.ts"
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
    Effect.gen(function* () {
      const requests = yield* Queue.sliding<void>(1)
      const commits = yield* CommitSignal
      const languageTool = yield* LanguageTool
      const { outageMillis } = yield* LanguageToolTimes
      const check = Effect.asVoid(Queue.offer(requests, undefined))
      if (languageTool.isConfigured) {
        // Threads that write texts leave their spelling and grammar to this one.
        commits.listen(() => languageTool.isPaused() || Queue.offerUnsafe(requests, undefined))
        yield* Effect.sleep(outageMillis).pipe(
          Effect.andThen(languageTool.hasRecovered),
          Effect.andThen((hasRecovered) => (hasRecovered ? check : Effect.void)),
          Effect.forever,
          Effect.provideService(Clock.Clock, Clock.Clock.defaultValue()),
          Effect.forkScoped
        )
      }
      return StaleTexts.of({
        check,
        run: Effect.forever(Effect.andThen(Queue.take(requests), surviving("Checking texts failed", checkStaleTexts())))
      })
    })
  )
}

/** Number of translations in one transaction, so that other writers get the lock of the project in between. */
const staleTextsMax = 500

/** Pause between two transactions, in real time, so that the thread stays free for requests. */
const pause = Effect.provideService(Effect.sleep("5 millis"), Clock.Clock, Clock.Clock.defaultValue())

/**
 * Checks texts whose issues are out of date, such as after a change of settings or of a glossary. Texts whose spelling and grammar cannot be
 * checked now stay stale.
 */
export const checkStaleTexts = Effect.fn("checkStaleTexts")(function* () {
  const repository = yield* QualityCheckRepository
  yield* markByGlossaries()
  for (let afterProjectId = 0; ; ) {
    const projectId = yield* repository.findStaleProject(afterProjectId)
    if (Option.isNone(projectId)) return
    yield* checkProject(projectId.value)
    afterProjectId = projectId.value
  }
})

/** Marks the texts of projects whose glossaries have changed since the texts were checked. */
const markByGlossaries = Effect.fnUntraced(function* () {
  const database = yield* Database
  const glossaries = yield* GlossaryRepository
  const repository = yield* QualityCheckRepository
  for (let afterProjectId = 0; ; ) {
    const found = yield* glossaries.findUncheckedProject(afterProjectId)
    if (Option.isNone(found)) return
    const projectId = found.value
    const mark = Effect.gen(function* () {
      yield* lockProject(projectId)
      if (yield* repository.isUsed(projectId)) yield* repository.markStale(projectId, null)
      yield* glossaries.setChecked(projectId)
    })
    // Fails when the project was deleted meanwhile.
    yield* Effect.ignore(database.transaction(mark))
    afterProjectId = projectId
  }
})

const checkProject = Effect.fnUntraced(function* (projectId: number) {
  const languageTool = yield* LanguageTool
  for (let afterId: number | null = 0; afterId !== null; ) {
    const checked: Checked = yield* checkSome(projectId, afterId)
    // LanguageTool is asked between two transactions, and its results are stored by the second one.
    if (checked.missing.length > 0 && (yield* languageTool.check(checked.missing))) yield* checkSome(projectId, afterId)
    afterId = checked.lastId
    yield* pause
  }
})

/** `lastId` null: the project has no more stale texts. */
interface Checked {
  readonly missing: ReadonlyArray<Prose>
  readonly lastId: number | null
}

const nothing: Checked = { missing: [], lastId: null }

const checkSome = Effect.fnUntraced(function* (projectId: number, afterId: number) {
  const database = yield* Database
  const repository = yield* QualityCheckRepository
  const checkProse = rememberedProse(yield* LanguageTool)
  return yield* database.transaction(
    Effect.gen(function* () {
      const project = yield* lockContentProject(projectId)
      const check = yield* makeTextCheck(project)
      if (check === null) return yield* Effect.as(repository.removeStaleOfProject(projectId), nothing)
      const stale = yield* repository.listStale(projectId, afterId, staleTextsMax)
      const places = ByPlace.of(stale)
      const { missing, staleIds } = yield* checkPlaces(
        project,
        check,
        [...new Set(stale.map(({ keyId }) => keyId))],
        ({ keyId, languageId }) => places.at(keyId, languageId) !== undefined,
        checkProse
      )
      const left = new Set(staleIds)
      // Including texts of languages that were deleted meanwhile.
      yield* repository.removeStale(stale.map(({ id }) => id).filter((id) => !left.has(id)))
      return { missing, lastId: stale.at(-1)?.id ?? null }
    }).pipe(
      // The project was deleted.
      Effect.catch(() => Effect.as(repository.removeStaleOfProject(projectId), nothing))
    )
  )
})
