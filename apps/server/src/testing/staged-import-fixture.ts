import type { ImportTranslationModel } from "@dragoman/api"
import { Effect } from "effect"
import { languagesIn, seedImportFixture } from "./import-fixture.ts"
import { textsIn } from "./project-content.ts"
import { seed } from "./seed.ts"
import { send, type TestCredential } from "./send.ts"
import { upload } from "./upload.ts"

let members = 0

/** A project with en (base) and cs, and words for what a person does with an import of several steps. */
export const seedStagedImportFixture = Effect.fnUntraced(function* (languages?: ReadonlyArray<string>) {
  const fixture = yield* seedImportFixture(languages)
  const { project, path, params, client, asOwner } = fixture
  const start = `/v2/projects/${project.id}`

  /** Keys with texts by language tag, put in singly; the ids of the translations by tag. */
  const key = Effect.fnUntraced(function* (name: string, translations: Record<string, string>, namespace?: string) {
    const body = { key: name, translations, ...(namespace === undefined ? {} : { namespace }) }
    const response = yield* send(asOwner, "POST", `${start}/translations`, body)
    if (response.status !== 200) throw new Error(JSON.stringify(response))
    return response.body as { readonly keyId: number; readonly translations: Record<string, { readonly id: number }> }
  })

  /** JSON files by path; the languages of the whole import. */
  const stage = Effect.fnUntraced(function* (
    files: Readonly<Record<string, unknown>>,
    credential: TestCredential = asOwner
  ) {
    const contents = Object.entries(files).map(([name, texts]) => ({ name, content: JSON.stringify(texts) }))
    return languagesIn(yield* upload(credential, path, contents))
  })

  const ask = (method: string, rest: string, body?: unknown, credential: TestCredential = asOwner) =>
    send(credential, method, `${path}/${rest}`, body)

  const importLanguages = Effect.map(
    client.import.getResult({ params, query: { size: 100 } }),
    (page) => page._embedded.languages
  )

  /** By key name. */
  const translations = Effect.fnUntraced(function* (
    languageId: number,
    query: { readonly onlyConflicts?: true; readonly onlyUnresolved?: true } = {}
  ) {
    const page = yield* client.import.listTranslations({
      params: { ...params, languageId },
      query: { size: 2000, ...query }
    })
    return Object.fromEntries(
      page._embedded.translations.map((translation) => [translation.keyName, translation])
    ) as Readonly<Record<string, ImportTranslationModel>>
  })

  /** `total/conflicts/resolved` of each language of the import. */
  const counts = Effect.map(importLanguages, (rows) =>
    rows.map(({ totalCount, conflictCount, resolvedCount }) => `${totalCount}/${conflictCount}/${resolvedCount}`)
  )

  /** A member with a permission of their own. */
  const member = Effect.fnUntraced(function* (permission: Parameters<typeof seed.directPermission>[0]["permission"]) {
    const user = yield* seed.user({ username: `${project.slug} staged member ${++members}` })
    yield* seed.directPermission({ project: project.id, user, permission })
    return yield* seed.accessToken(user)
  })

  const activities = Effect.map(client.activity.list({ params, query: {} }), (page) => page._embedded.activities)

  return {
    ...fixture,
    start,
    key,
    stage,
    ask,
    languages: importLanguages,
    translations,
    counts,
    member,
    activities,
    texts: textsIn(project.id)
  }
})
