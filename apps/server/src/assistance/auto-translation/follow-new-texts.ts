import { inSteps, keysPerStep } from "@dragoman/domain/batch-job"
import { wantedTargets } from "@dragoman/domain/memory"
import { AutoTranslationRepository, BatchJobRepository, Database } from "@dragoman/store"
import { Clock, Effect, Option } from "effect"
import { CommitSignal } from "../../change/commit-signal.ts"
import type { ContentFollower } from "../../change/content-follower.ts"

/**
 * Starts a batch job that translates keys whose base text was written, if the project wants it. A job, because its activity follows
 * that of the change, and because an import may have any number of keys. Changes before it begins share one.
 */
export const makeAutoTranslationFollower = Effect.gen(function* () {
  const settings = yield* AutoTranslationRepository
  const jobs = yield* BatchJobRepository
  const database = yield* Database
  const commits = yield* CommitSignal
  const follow: ContentFollower = Effect.fn("followNewTexts")(function* (project, { writer, texts }) {
    const { projectId, languages } = project
    const baseId = languages.find(({ base }) => base)?.id
    const written = texts.filter(
      ({ languageId, after }) => languageId === baseId && after !== null && after.trim() !== ""
    )
    if (writer === null || written.length === 0) return
    const { isImport, ...owner } = writer
    const targets = wantedTargets(yield* settings.list(projectId), languages, isImport)
    if (targets === null) return
    const operation = { type: "AUTO_TRANSLATE", ...targets } as const
    const job = { projectId, owner, operation, isHidden: !isImport }
    const pieces = inSteps(
      written.map(({ keyId }) => keyId),
      keysPerStep(operation, languages.length)
    )
    const waiting = yield* jobs.findWaiting(job)
    if (Option.isSome(waiting)) return yield* jobs.addPieces(waiting.value, pieces)
    yield* jobs.insert({ ...job, reviewLanguageIds: [], pieces, at: yield* Clock.currentTimeMillis })
    yield* database.afterCommit(commits.publish({ projectId, deliveries: 0, startsJob: true }))
  })
  return follow
})
