import { readFileSync } from "node:fs"
import { join } from "node:path"
import { Effect } from "effect"
import { given } from "./given.ts"
import { type Answer, send, type TestCredential } from "./send.ts"
import type { GivenFile } from "./upload.ts"

let worlds = 0

/** A project with en (base) and cs and an owner, who asks. */
export const givenImportWorld = Effect.fnUntraced(function* (languages: ReadonlyArray<string> = ["en", "cs"]) {
  const name = `Import ${++worlds}`
  const owner = yield* given.user({ username: `${name} owner` })
  const organization = yield* given.organization({ name, owner })
  const project = yield* given.project({ organization: organization.id, name, languages })
  const asOwner = yield* given.accessToken(owner)
  return { owner, organization, project, asOwner, path: `/v2/projects/${project.id}/import` }
})

/** A file out of `import-files`. */
export const testFile = (name: string): GivenFile => ({
  name,
  content: readFileSync(join(import.meta.dirname, "import-files", name))
})

/** What the answer to an upload says, as far as tests look at it. */
export interface UploadAnswer {
  readonly errors: ReadonlyArray<{ readonly code: string; readonly params: ReadonlyArray<string> }>
  readonly warnings: ReadonlyArray<{ readonly code: string; readonly params: ReadonlyArray<string> }>
  readonly result: null | {
    readonly _embedded: { readonly languages: ReadonlyArray<ImportedLanguage> }
    readonly page: { readonly totalElements: number }
  }
  readonly formats: ReadonlyArray<{ readonly fileName: string; readonly format: string }>
}

export interface ImportedLanguage {
  readonly id: number
  readonly name: string
  readonly existingLanguageTag: string | null
  readonly importFileId: number
  readonly importFileName: string
  readonly importFileIssueCount: number
  readonly namespace: string | null
  readonly totalCount: number
}

/** The body of an upload that was answered with 200. */
export const uploaded = ({ status, body }: Answer): UploadAnswer => {
  if (status !== 200) throw new Error(`the upload was answered with ${status}: ${JSON.stringify(body)}`)
  return body as UploadAnswer
}

export const languagesIn = (answer: Answer): ReadonlyArray<ImportedLanguage> =>
  uploaded(answer).result?._embedded.languages ?? []

export interface Issue {
  readonly id: number
  readonly type: string
  readonly params: ReadonlyArray<{ readonly type: string; readonly value: string }>
}

/** All issues of a file, each as its type and its parameters. */
export const issuesOf = Effect.fnUntraced(function* (credential: TestCredential, path: string, fileId: number) {
  const { body } = yield* send(credential, "GET", `${path}/result/files/${fileId}/issues?size=2000`)
  return (body as { _embedded: { importFileIssues: ReadonlyArray<Issue> } })._embedded.importFileIssues
})

/** Texts by key of an import language. */
export const textsOf = Effect.fnUntraced(function* (credential: TestCredential, path: string, languageId: number) {
  const { body } = yield* send(credential, "GET", `${path}/result/languages/${languageId}/translations?size=2000`)
  const { translations } = (
    body as { _embedded: { translations: ReadonlyArray<{ keyName: string; text: string | null }> } }
  )._embedded
  return new Map(translations.map(({ keyName, text }) => [keyName, text]))
})
