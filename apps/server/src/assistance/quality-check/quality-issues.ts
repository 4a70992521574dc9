import type { QualitySuppressionBody } from "@dragoman/api"
import { LanguageRepository, QualityCheckRepository, type QualityIssueRow } from "@dragoman/store"
import { Effect, Option } from "effect"
import type { EntityChange } from "../../change/activity/record-activity.ts"
import { readPlace } from "../../change/branch-place.ts"
import { changeContent } from "../../change/change-project.ts"
import { describeTranslation } from "../../content/translation/describe-translation.ts"
import { requireTranslate, requireView } from "../../content/translation/require-languages.ts"
import { getTranslation } from "../../content/translation/translation-queries.ts"
import { failWith } from "../../platform/fail.ts"
import { getLanguage } from "../../project/language/language-queries.ts"
import type { ProjectAccess } from "../../service/access/access.ts"
import { publishCheckedTexts } from "./publish-checked-texts.ts"
import { digestOf, isLanguageEnabled, placeOf } from "./quality-rules.ts"

/** Lists the issues of a translation; none where its language or the whole project is not checked. */
export const listIssues = Effect.fn("listIssues")(function* (
  access: ProjectAccess<"translations.view">,
  translationId: number
) {
  const repository = yield* QualityCheckRepository
  const languages = yield* LanguageRepository
  const { languageId } = yield* getTranslation(access, translationId)
  yield* requireView(access, { languages: yield* languages.listOfProject(access.projectId) }, [languageId])
  const isShown =
    (yield* repository.isUsed(access.projectId)) &&
    isLanguageEnabled(yield* repository.listSettings(access.projectId), languageId)
  return isShown ? yield* repository.listIssues([translationId]) : []
})

/** Counts the open issues of a language on a branch by type. */
export const countIssues = Effect.fn("countIssues")(function* (
  access: ProjectAccess,
  languageId: number,
  branch: string | undefined
) {
  const repository = yield* QualityCheckRepository
  yield* getLanguage(access, languageId)
  const place = yield* readPlace(access, branch)
  return new Map((yield* repository.countOpen(place, languageId)).map(({ type, issues }) => [type, issues]))
})

/** Ignores an issue, or opens it again. */
export const setIssueState = (
  access: ProjectAccess<"translations.edit">,
  translationId: number,
  issueId: number,
  state: QualityIssueRow["state"]
) =>
  changeIssues(
    access,
    translationId,
    state,
    Effect.fnUntraced(function* (repository) {
      const found = yield* repository.findIssue(translationId, issueId)
      if (Option.isNone(found)) return yield* failWith("resource_not_found")
      yield* repository.setIssueState(issueId, state)
      return [issueEntity(found.value, found.value.state, state)]
    })
  )

/**
 * Ignores an issue that a client has found in a text before it is stored. An issue that the stored text does not have is
 * kept until the next text is checked.
 */
export const suppressIssue = (
  access: ProjectAccess<"translations.edit">,
  translationId: number,
  body: QualitySuppressionBody
) =>
  changeIssues(
    access,
    translationId,
    "IGNORED",
    Effect.fnUntraced(function* (repository) {
      const issue = suppressedIssue(body)
      const found = yield* findAt(translationId, issue)
      if (found !== undefined) {
        yield* repository.setIssueState(found.id, "IGNORED")
        return [issueEntity(found, found.state, "IGNORED")]
      }
      const identity = digestOf(placeOf(issue))
      yield* repository.insertIssues(access.projectId, [{ ...issue, translationId, identity, state: "IGNORED" }])
      const added = yield* findAt(translationId, issue)
      return added === undefined ? [] : [issueEntity(added, null, "IGNORED")]
    })
  )

/** Opens an issue again that `suppressIssue` has ignored; does nothing when there is none. */
export const unsuppressIssue = (
  access: ProjectAccess<"translations.edit">,
  translationId: number,
  body: QualitySuppressionBody
) =>
  changeIssues(
    access,
    translationId,
    "OPEN",
    Effect.fnUntraced(function* (repository) {
      const issue = suppressedIssue(body)
      const found = yield* findAt(translationId, issue)
      if (found === undefined) return []
      // An issue that no check has found yet goes away.
      const isSuppressedOnly = found.identity === digestOf(placeOf(issue))
      if (isSuppressedOnly) yield* repository.removeIssues([found.id])
      else yield* repository.setIssueState(found.id, "OPEN")
      return [issueEntity(found, found.state, isSuppressedOnly ? null : "OPEN")]
    })
  )

const suppressedIssue = (body: QualitySuppressionBody) => ({
  type: body.type,
  message: body.message,
  replacement: body.replacement ?? null,
  positionStart: body.positionStart ?? null,
  positionEnd: body.positionEnd ?? null,
  params: body.params ?? null,
  pluralVariant: body.pluralVariant ?? null
})

const findAt = Effect.fnUntraced(function* (translationId: number, issue: ReturnType<typeof suppressedIssue>) {
  const repository = yield* QualityCheckRepository
  const place = placeOf(issue)
  return (yield* repository.listIssues([translationId])).find((stored) => placeOf(stored) === place)
})

/** Describes a change of an issue for the activity; null: it did not exist before, or does not exist after. */
const issueEntity = (
  { id, translationId, type, message }: QualityIssueRow,
  before: QualityIssueRow["state"] | null,
  after: QualityIssueRow["state"] | null
): EntityChange => ({
  entityClass: "TranslationQaIssue",
  entityId: id,
  before: before && { state: before, type, message },
  after: after && { state: after, type, message },
  relations: { translation: { entityClass: "Translation", entityId: translationId } }
})

/** Changes issues of a translation in a language that the caller may translate, and records it. */
const changeIssues = <E, R>(
  access: ProjectAccess<"translations.edit">,
  translationId: number,
  state: QualityIssueRow["state"],
  change: (repository: QualityCheckRepository["Service"]) => Effect.Effect<ReadonlyArray<EntityChange>, E, R>
) =>
  changeContent(
    access,
    { translationIds: [translationId], annotates: true },
    Effect.fnUntraced(function* (project, record) {
      const translation = yield* getTranslation(access, translationId)
      yield* requireTranslate(access, project, [translation.languageId])
      const changes = yield* change(yield* QualityCheckRepository)
      if (changes.length > 0) yield* publishCheckedTexts(access.projectId, [translationId])
      const described = yield* describeTranslation(project, translation)
      yield* record(state === "IGNORED" ? "QA_ISSUE_IGNORE" : "QA_ISSUE_UNIGNORE", changes, { described })
    })
  )
