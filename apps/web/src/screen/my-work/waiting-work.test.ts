import { assert, describe, it } from "vitest"
import { attentionOf, continueSearch, waitingLanguages } from "./waiting-work.ts"

type Project = Parameters<typeof waitingLanguages>[0]

const nothing = {
  ...{ mayTranslate: true, mayReview: false, translatedKeyCount: 0, reviewedKeyCount: 0 },
  ...{ untranslatedKeyCount: 0, outdatedKeyCount: 0, suggestedKeyCount: 0 }
}
const cs = { ...nothing, languageId: 2, languageTag: "cs" }
const project = (change: Partial<Project>): Project => ({
  ...{ projectId: 7, projectName: "Harbour", organizationName: "Acme", baseLanguageTag: "en", keyCount: 9 },
  ...{ isReviewing: true, languages: [], failingWebhookCount: 0, failedJobCount: 0, overdueTaskCount: 0 },
  ...change
})
const kinds = (language: object, change: Partial<Project> = {}) =>
  waitingLanguages(project({ languages: [{ ...cs, ...language }], ...change })).flatMap(({ texts }) =>
    texts.map(({ kind, count }) => `${kind} ${count}`)
  )

describe("the work that waits in a project", () => {
  it("is translated, updated and decided by those who may write the texts", () => {
    const counts = { untranslatedKeyCount: 3, outdatedKeyCount: 2, suggestedKeyCount: 1, translatedKeyCount: 5 }
    assert.deepStrictEqual(kinds(counts), ["translate 3", "update 2", "decide 1"])
    assert.deepStrictEqual(kinds({ ...counts, suggestedKeyCount: 0, mayTranslate: false }), [])
  })

  it("begins with reviews for reviewers, where texts are reviewed at all", () => {
    const counts = { mayReview: true, translatedKeyCount: 5, untranslatedKeyCount: 3 }
    assert.deepStrictEqual(kinds(counts), ["review 5", "translate 3"])
    assert.deepStrictEqual(kinds(counts, { isReviewing: false }), ["translate 3"])
  })

  it("leaves out languages in which everything is done", () => {
    assert.deepStrictEqual(waitingLanguages(project({ languages: [cs] })), [])
  })

  it("continues at the first text that waits, beside the base text", () => {
    const [czech] = waitingLanguages(project({ languages: [{ ...cs, untranslatedKeyCount: 3 }] }))
    assert.deepStrictEqual(czech && continueSearch(czech), {
      ...{ state: "cs:UNTRANSLATED", languages: "en,cs", key: "first:cs" }
    })
    const [base] = waitingLanguages(project({ baseLanguageTag: "cs", languages: [{ ...cs, outdatedKeyCount: 1 }] }))
    assert.deepStrictEqual(base && continueSearch(base), { outdated: "cs", languages: "cs", key: "first:cs" })
  })
})

describe("what needs attention in a project", () => {
  it("leads to its screen", () => {
    assert.deepStrictEqual(attentionOf(project({ failedJobCount: 2 })), [
      { kind: "jobs", count: 2, to: "/projects/7/jobs" }
    ])
  })
})
