import type { SuggestionBody } from "@dragoman/api"
import type { ActivityType } from "@dragoman/domain/activity"
import { domainError, fieldErrors } from "@dragoman/domain/error"
import { checkPluralOfSuggestion, decideSuggestion, validateSuggestion } from "@dragoman/domain/suggestion"
import { checkText, untranslated } from "@dragoman/domain/translation"
import { toPluralTexts } from "@dragoman/formats"
import {
  type KeyRow,
  type SuggestionPlace,
  SuggestionRepository,
  type SuggestionRow,
  TranslationRepository
} from "@dragoman/store"
import { Clock, Effect } from "effect"
import { type ContentProject, changeContent, type Record } from "../../change/change-project.ts"
import { failIf, failWith, orFail } from "../../platform/fail.ts"
import { describedLanguage } from "../../project/language/language-shapes.ts"
import type { ProjectAccess } from "../../service/access/access.ts"
import { describedKeys } from "../key/key-shapes.ts"
import { editTranslations, requireIcu } from "../translation/edit-translations.ts"
import { requireTranslateAt, stateChangeablePlaces } from "../translation/require-languages.ts"
import { suggestionEntity, suggestText } from "../translation/suggest-texts.ts"
import { notifyOfDecision } from "./notify-of-decision.ts"
import { getSuggestedKey, getSuggestion } from "./suggestion-queries.ts"

/** Suggests a text for a key in a language that the caller may view. Source: docs/content.md#suggestions. */
export const createSuggestion = Effect.fn("createSuggestion")(function* (
  access: ProjectAccess,
  place: SuggestionPlace,
  body: SuggestionBody
) {
  const written = yield* orFail(validateSuggestion(body.translation))
  const translations = yield* TranslationRepository
  return yield* changeContent(
    access,
    { keyIds: [place.keyId], annotates: true },
    Effect.fnUntraced(function* (project, record) {
      const key = yield* getSuggestedKey(access, project.languages, place)
      if (project.suggestionsMode === "DISABLED") {
        return yield* failWith("feature_not_enabled_for_project", ["SUGGESTIONS"])
      }
      const text = yield* toStoredText(key, written)
      const [before = untranslated] = yield* translations.list(project.projectId, [key.id], [place.languageId])
      yield* failIf(checkText(before, text))
      yield* requireIcu(project, [key], { ...place, text })
      const suggested = yield* suggestText(access, project, key, place.languageId, text)
      if (suggested === null) return yield* failWith("duplicate_suggestion")
      yield* record("CREATE_SUGGESTION", [suggested.entity], { described: describedPlace(project, key, place) })
      return yield* getSuggestion(place, suggested.id)
    })
  )
})

/** Deletes a suggestion of the caller, or of another author in a language that the caller may translate. */
export const deleteSuggestion = Effect.fn("deleteSuggestion")(function* (
  access: ProjectAccess,
  place: SuggestionPlace,
  suggestionId: number
) {
  const repository = yield* SuggestionRepository
  yield* changeContent(
    access,
    { keyIds: [place.keyId], annotates: true },
    Effect.fnUntraced(function* (project, record) {
      const key = yield* getSuggestedKey(access, project.languages, place)
      const suggestion = yield* getSuggestion(place, suggestionId)
      if (suggestion.author.id !== access.caller.userId) {
        yield* requireTranslateAt(access, project, [place]).pipe(
          Effect.mapError((error) =>
            access.effectiveScopes.includes("translations.edit")
              ? error
              : domainError("user_can_only_delete_his_suggestions")
          )
        )
      }
      yield* repository.remove(suggestionId)
      yield* record("DELETE_SUGGESTION", [suggestionEntity(suggestion, suggestion.state, null)], {
        described: describedPlace(project, key, place)
      })
    })
  )
})

/** Makes a suggestion the text. `declinesOthers`: the other active ones of the key in this language are declined. */
export const acceptSuggestion = (
  access: ProjectAccess,
  place: SuggestionPlace,
  suggestionId: number,
  declinesOthers: boolean
) =>
  decide(
    access,
    place,
    suggestionId,
    Effect.fnUntraced(function* ({ project, record, key, suggestion, now }) {
      const repository = yield* SuggestionRepository
      const translations = yield* TranslationRepository
      const state = yield* orFail(decideSuggestion(suggestion.state, "ACCEPTED"))
      yield* failIf(checkPluralOfSuggestion(suggestion.isPlural, key.isPlural))
      const [before = untranslated] = yield* translations.list(project.projectId, [key.id], [place.languageId])
      // A caller who may change the state would only review the text again.
      const isReviewed = before.state === "REVIEWED"
      const keepsReview = isReviewed && (yield* stateChangeablePlaces(access, [place]))(place)
      const edited = yield* editTranslations(
        access,
        project,
        [key],
        [
          {
            ...place,
            // The name of the argument of the plural may have changed since.
            text: yield* toStoredText(key, suggestion.text),
            ...(keepsReview ? { state: "REVIEWED" as const } : {})
          }
        ]
      )
      const others = declinesOthers ? (yield* repository.listActive(place)).filter(({ id }) => id !== suggestionId) : []
      const declined = others.map(({ id }) => id)
      yield* repository.setState([suggestionId], state, now)
      yield* repository.setState(declined, "DECLINED", now)
      yield* record(
        "ACCEPT_SUGGESTION",
        [
          ...edited.entities,
          suggestionEntity(suggestion, suggestion.state, state),
          ...others.map((other) => suggestionEntity(other, other.state, "DECLINED"))
        ],
        { described: [...edited.described, ...describedPlace(project, key, place)] }
      )
      yield* notifyOfDecision(access, project, key, place, { accepted: [suggestion], declined: others })
      return { accepted: { ...suggestion, state, updatedAt: now }, declined }
    })
  )

/** Declines an active suggestion; a declined one stays as it is. */
export const declineSuggestion = (access: ProjectAccess, place: SuggestionPlace, suggestionId: number) =>
  decide(
    access,
    place,
    suggestionId,
    Effect.fnUntraced(function* (decision) {
      const { project, key, suggestion } = decision
      const state = yield* orFail(decideSuggestion(suggestion.state, "DECLINED"))
      if (state === suggestion.state) return suggestion
      const declined = yield* setState(decision, place, "DECLINE_SUGGESTION", state)
      yield* notifyOfDecision(access, project, key, place, { accepted: [], declined: [suggestion] })
      return declined
    })
  )

/** Makes a suggestion active again, whose text may not be suggested another time. The text of the key stays. */
export const activateSuggestion = (access: ProjectAccess, place: SuggestionPlace, suggestionId: number) =>
  decide(
    access,
    place,
    suggestionId,
    Effect.fnUntraced(function* (decision) {
      const repository = yield* SuggestionRepository
      const { suggestion } = decision
      if (suggestion.state === "ACTIVE") return suggestion
      if (yield* repository.hasActive(place, suggestion.text)) return yield* failWith("duplicate_suggestion")
      return yield* setState(decision, place, "SUGGESTION_SET_ACTIVE", "ACTIVE")
    })
  )

interface Decision {
  readonly project: ContentProject
  readonly record: Record
  readonly key: KeyRow
  readonly suggestion: SuggestionRow
  /** Epoch milliseconds. */
  readonly now: number
}

/** Decides on a suggestion in a language that the caller may translate. */
const decide = <A, E, R>(
  access: ProjectAccess,
  place: SuggestionPlace,
  suggestionId: number,
  change: (decision: Decision) => Effect.Effect<A, E, R>
) =>
  changeContent(
    access,
    { keyIds: [place.keyId] },
    Effect.fnUntraced(function* (project, record) {
      const key = yield* getSuggestedKey(access, project.languages, place)
      yield* requireTranslateAt(access, project, [place])
      const suggestion = yield* getSuggestion(place, suggestionId)
      return yield* change({ project, record, key, suggestion, now: yield* Clock.currentTimeMillis })
    })
  )

const setState = Effect.fnUntraced(function* (
  { project, record, key, suggestion, now }: Decision,
  place: SuggestionPlace,
  type: ActivityType,
  state: SuggestionRow["state"]
) {
  const repository = yield* SuggestionRepository
  yield* repository.setState([suggestion.id], state, now)
  yield* record(type, [suggestionEntity(suggestion, suggestion.state, state)], {
    described: describedPlace(project, key, place)
  })
  const changed: SuggestionRow = { ...suggestion, state, updatedAt: now }
  return changed
})

/** Converts the text as the key stores it; fails for a plural key when it is none, or says nothing. */
const toStoredText = Effect.fnUntraced(function* ({ isPlural, pluralArgumentName }: KeyRow, text: string) {
  if (!isPlural) return text
  const plural = toPluralTexts(new Map([[0, text]]), pluralArgumentName)
  if (plural.kind === "notPlural") return yield* failWith("invalid_plural_form", [["Not a plural"]])
  return plural.texts.get(0) ?? (yield* Effect.fail(fieldErrors({ translation: "must not be blank" })))
})

const describedPlace = ({ languages }: ContentProject, key: KeyRow, { languageId }: SuggestionPlace) => [
  ...describedKeys([key]),
  ...languages.filter(({ id }) => id === languageId).map(describedLanguage)
]
