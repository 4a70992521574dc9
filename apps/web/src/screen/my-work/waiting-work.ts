import type { MyLanguageWorkModel, MyWorkModel } from "../../base/api/contract.ts"
import type { ViewSearch } from "../../feature/saved-view/saved-views.ts"

/** Texts of a language that wait for the user. `update`: their base text changed; `decide`: they have suggestions. */
export interface WaitingTexts {
  readonly kind: "review" | "translate" | "update" | "decide"
  readonly count: number
  /** Search parameters of the list with these texts. */
  readonly search: ViewSearch
}

/** A language in which texts wait. */
export interface WaitingLanguage {
  readonly language: MyLanguageWorkModel
  /** The most urgent ones first. */
  readonly texts: ReadonlyArray<WaitingTexts>
}

/** The languages of a project in which texts wait for the user, in the order of the project. */
export const waitingLanguages = (project: MyWorkModel): ReadonlyArray<WaitingLanguage> =>
  project.languages
    .map((language) => ({ language, texts: waitingTexts(project, language) }))
    .filter(({ texts }) => texts.length > 0)

const waitingTexts = (
  { baseLanguageTag, isReviewing }: MyWorkModel,
  language: MyLanguageWorkModel
): ReadonlyArray<WaitingTexts> => {
  const { languageTag: tag, mayTranslate, mayReview } = language
  const languages = baseLanguageTag === null || baseLanguageTag === tag ? tag : `${baseLanguageTag},${tag}`
  const texts: ReadonlyArray<WaitingTexts> = [
    {
      kind: "review",
      count: mayReview && isReviewing ? language.translatedKeyCount : 0,
      search: { state: `${tag}:TRANSLATED`, languages }
    },
    {
      kind: "translate",
      count: mayTranslate ? language.untranslatedKeyCount : 0,
      search: { state: `${tag}:UNTRANSLATED`, languages }
    },
    { kind: "update", count: mayTranslate ? language.outdatedKeyCount : 0, search: { outdated: tag, languages } },
    { kind: "decide", count: language.suggestedKeyCount, search: { suggestions: tag, languages } }
  ]
  return texts.filter(({ count }) => count > 0)
}

/** The search parameters that also open the first of the texts. */
export const continueSearch = ({ language, texts }: WaitingLanguage): ViewSearch => ({
  ...texts[0]?.search,
  key: `first:${language.languageTag}`
})

/** Things in a project that its managers have to look at; only those that are there. */
export const attentionOf = (
  project: MyWorkModel
): ReadonlyArray<{ readonly kind: "webhooks" | "jobs" | "overdue"; readonly count: number; readonly to: string }> => {
  const start = `/projects/${project.projectId}`
  return [
    { kind: "webhooks" as const, count: project.failingWebhookCount, to: `${start}/webhooks` },
    { kind: "jobs" as const, count: project.failedJobCount, to: `${start}/jobs` },
    { kind: "overdue" as const, count: project.overdueTaskCount, to: `${start}/tasks` }
  ].filter(({ count }) => count > 0)
}
