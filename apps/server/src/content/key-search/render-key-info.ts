import { toNamespaceName } from "@dragoman/domain/key"
import { KeyRepository, type KeyRow, LanguageRepository } from "@dragoman/store"
import { Effect } from "effect"
import type { ProjectAccess } from "../../platform/access/grant.ts"
import type { ImageLinks } from "../image/image-links.ts"
import { keyWithDataToModel } from "../key-editing/key-to-model.ts"
import { listKeyData } from "../key-editing/list-key-data.ts"

/** Which keys are asked for, and by whom; plain data. */
export interface KeyInfoRequest {
  readonly access: ProjectAccess
  readonly names: ReadonlyArray<{ readonly name: string; readonly namespace?: string | null | undefined }>
  readonly languageTags: ReadonlyArray<string>
  readonly links: ImageLinks
}

/** The body of an answer with the keys of these names, a few statements whatever their number. */
export const renderKeyInfo = Effect.fn("renderKeyInfo")(function* (request: KeyInfoRequest) {
  const { access, names, languageTags, links } = request
  const keys = yield* KeyRepository
  const languageRepository = yield* LanguageRepository
  const found = (yield* keys.findByName(
    access.projectId,
    names.map(({ name, namespace }) => ({ name, namespace: toNamespaceName(namespace) }))
  )).toSorted(byNamespaceAndName)
  const all = yield* languageRepository.listOfProject(access.projectId)
  const wanted = all.filter(({ tag }) => languageTags.includes(tag))
  const models = (yield* listKeyData(access, wanted, found)).map((key) => keyWithDataToModel(key, links))
  return new TextEncoder().encode(JSON.stringify({ _embedded: { keys: models } }))
})

/** The default namespace comes first. */
const byNamespaceAndName = (left: KeyRow, right: KeyRow): number =>
  compare(left.namespace ?? "", right.namespace ?? "") || compare(left.name, right.name)

const compare = (left: string, right: string): number => (left < right ? -1 : left > right ? 1 : 0)
