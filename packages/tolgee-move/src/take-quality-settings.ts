import { QualityCheckRepository, TolgeeMoveRepository } from "@dragoman/store"
import { Effect, Schema } from "effect"
import { digestOf, type Move, runStep, type StepReport } from "./move.ts"
import { readKnown } from "./read-pages.ts"
import { LanguageQualityModel, QualitySettingsModel } from "./source-models.ts"
import type { TakenBranch } from "./take-branches.ts"
import type { TakenProject } from "./take-projects.ts"
import { countWritten } from "./written-rows.ts"

/** Takes the severities of quality checks, and lets the server check the texts that were written. Comes behind the keys. */
export const takeQualitySettings = (move: Move, project: TakenProject, branches: ReadonlyArray<TakenBranch>) =>
  runStep(
    move,
    `project ${project.sourceId} checks`,
    Effect.fnUntraced(function* (step) {
      const path = `/v2/projects/${project.sourceId}/qa-settings`
      const shared = yield* readKnown(move.server, path, QualitySettingsModel)
      const languages = yield* readKnown(move.server, `${path}/languages`, Schema.Array(LanguageQualityModel))
      yield* step.commit(
        null,
        Effect.fnUntraced(function* (report) {
          const repository = yield* QualityCheckRepository
          const written = yield* Effect.forEach(branches, (branch) => countWritten(move, branch, "keys"))
          const isWritten = written.some((count) => count > 0)
          const isChanged = yield* writeSettings(move, project, shared?.settings ?? {}, languages ?? [], report)
          if ((isWritten || isChanged) && (yield* repository.isUsed(project.id))) {
            yield* repository.markStale(project.id, null)
          }
        })
      )
    })
  )

type Severities = Readonly<Record<string, string>>

const writeSettings = Effect.fnUntraced(function* (
  move: Move,
  project: TakenProject,
  shared: Severities,
  languages: ReadonlyArray<typeof LanguageQualityModel.Type>,
  report: StepReport
) {
  const moves = yield* TolgeeMoveRepository
  const repository = yield* QualityCheckRepository
  const ofProject = differing(move, project, shared, report)
  const ofLanguages = languages.flatMap(({ language, customSettings, enabled }) => {
    const languageId = project.languages.get(language.id)
    const severities = known(move, project, customSettings ?? {}, report)
    return languageId === undefined ? [] : [{ languageId, severities, isEnabled: enabled ?? true }]
  })
  const digest = digestOf([project.usesQualityChecks, ofProject, ofLanguages])
  const taken = (yield* moves.listTaken(move.sourceId, "qualitySettings", [project.sourceId])).get(project.sourceId)
  if (taken?.digest === digest) return false
  yield* repository.saveSetting(project.id, { languageId: null, severities: ofProject, isEnabled: true })
  for (const setting of ofLanguages) {
    const isUsual = setting.isEnabled && Object.keys(setting.severities).length === 0
    if (isUsual) yield* repository.removeSetting(project.id, setting.languageId)
    else yield* repository.saveSetting(project.id, setting)
  }
  yield* moves.take(move.sourceId, "qualitySettings", [{ takenId: project.sourceId, ourId: project.id, digest }])
  return true
})

/** Selects the severities of checks that this program has; one that it lacks is reported, unless it is off. */
const known = ({ host }: Move, project: TakenProject, severities: Severities, report: StepReport): Severities => {
  const entries = Object.entries(severities).toSorted(([left], [right]) => (left < right ? -1 : 1))
  const missing = entries.filter(([type, severity]) => severity !== "OFF" && host.severityInNewProject(type) === null)
  if (missing.length > 0) report.find("checkTypes", project.name, missing.map(([type]) => type).join(", "))
  return Object.fromEntries(entries.filter(([type]) => host.severityInNewProject(type) !== null))
}

/** Selects the severities that differ from those of a new project: responses have those of all types. */
const differing = (move: Move, project: TakenProject, severities: Severities, report: StepReport): Severities =>
  Object.fromEntries(
    Object.entries(known(move, project, severities, report)).filter(
      ([type, severity]) => severity !== move.host.severityInNewProject(type)
    )
  )
