import { readFileSync } from "node:fs"
import { join } from "node:path"
import { ImportAddFilesModel, type ImportLanguageModel } from "@dragoman/api"
import { Effect, Schema } from "effect"
import { clientOf } from "./client.ts"
import { seed } from "./seed.ts"
import type { TestCredential, TestResponse } from "./send.ts"
import type { SeedFile } from "./upload.ts"

let fixtures = 0

/** A project with en (base) and cs and an owner, who asks. */
export const seedImportFixture = Effect.fnUntraced(function* (languages: ReadonlyArray<string> = ["en", "cs"]) {
  const name = `Import ${++fixtures}`
  const owner = yield* seed.user({ username: `${name} owner` })
  const organization = yield* seed.organization({ name, owner })
  const project = yield* seed.project({ organization: organization.id, name, languages })
  const asOwner = yield* seed.accessToken(owner)
  const client = yield* clientOf(asOwner)
  const params = { projectId: project.id }
  return { owner, organization, project, asOwner, client, params, path: `/v2/projects/${project.id}/import` }
})

/** A file out of `import-files`. */
export const testFile = (name: string): SeedFile => ({
  name,
  content: readFileSync(join(import.meta.dirname, "import-files", name))
})

/** The body of an upload that was answered with 200, as the contract has it. */
export const uploaded = ({ status, body }: TestResponse): ImportAddFilesModel => {
  if (status !== 200) throw new Error(`the upload was answered with ${status}: ${JSON.stringify(body)}`)
  return Schema.decodeUnknownSync(ImportAddFilesModel)(body)
}

export const languagesIn = (response: TestResponse): ReadonlyArray<ImportLanguageModel> =>
  uploaded(response).result?._embedded.languages ?? []

const whole = { size: 2000 }

/** All issues of a file. */
export const issuesOf = Effect.fnUntraced(function* (
  credential: TestCredential,
  project: { readonly projectId: number },
  importFileId: number
) {
  const client = yield* clientOf(credential)
  const page = yield* client.import.listFileIssues({ params: { ...project, importFileId }, query: whole })
  return page._embedded.importFileIssues
})

/** Texts by key of an import language. */
export const textsOf = Effect.fnUntraced(function* (
  credential: TestCredential,
  project: { readonly projectId: number },
  languageId: number
) {
  const client = yield* clientOf(credential)
  const page = yield* client.import.listTranslations({ params: { ...project, languageId }, query: whole })
  return new Map(page._embedded.translations.map(({ keyName, text }) => [keyName, text]))
})
