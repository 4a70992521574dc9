import { MovedRowRepository, type NewQualityIssue, QualityCheckRepository } from "@dragoman/store"
import { Effect } from "effect"
import type { Move, StepReport } from "./move.ts"
import type { SourceKey } from "./source-models.ts"
import type { TakenProject } from "./take-projects.ts"
import { translationIds } from "./take-translations.ts"

/** Lists the issues of a key's translations that people have ignored. */
export const ignoredIssuesOf = (key: SourceKey) =>
  Object.values(key.translations).flatMap(({ id, qaIssues }) =>
    (qaIssues ?? []).flatMap(({ state, ...issue }) =>
      id == null || state !== "IGNORED"
        ? []
        : [
            {
              translationId: id,
              type: issue.type,
              message: issue.message,
              params: issue.params ?? null,
              replacement: issue.replacement ?? null,
              positionStart: issue.positionStart ?? null,
              positionEnd: issue.positionEnd ?? null,
              pluralVariant: issue.pluralVariant ?? null
            }
          ]
    )
  )

/** Takes ignored issues of keys that were just written. The check of the server keeps those that it finds again. */
export const takeIgnoredIssues = Effect.fnUntraced(function* (
  move: Move,
  project: TakenProject,
  keys: ReadonlyArray<SourceKey>,
  report: StepReport
) {
  const listed = keys.flatMap(ignoredIssuesOf)
  if (listed.length === 0) return
  const repository = yield* QualityCheckRepository
  const rows = yield* MovedRowRepository
  const ids = listed.map(({ translationId }) => translationId)
  const toOurs = yield* translationIds(move, ids)
  const present = yield* rows.existing("translation", ids.map(toOurs))
  const { severityInNewProject, identityOfIssue } = move.host
  for (const { type } of listed) if (severityInNewProject(type) === null) report.find("checkTypes", project.name, type)
  const wanted = new Map<string, NewQualityIssue>(
    listed.flatMap((issue) => {
      const translationId = toOurs(issue.translationId)
      const identity = identityOfIssue(issue)
      return severityInNewProject(issue.type) === null || !present.has(translationId)
        ? []
        : [[`${translationId} ${identity}`, { ...issue, translationId, identity, state: "IGNORED" as const }] as const]
    })
  )
  const stored = yield* repository.listIssues([...present])
  const placed = new Map(stored.map((issue) => [`${issue.translationId} ${identityOfIssue(issue)}`, issue]))
  const fresh = [...wanted].flatMap(([place, issue]) => (placed.has(place) ? [] : [issue]))
  for (const [place, { id, state }] of placed) {
    if (wanted.has(place) && state === "OPEN") yield* repository.setIssueState(id, "IGNORED")
  }
  yield* repository.insertIssues(project.id, fresh)
  report.count("ignoredIssue", "added", fresh.length)
})
