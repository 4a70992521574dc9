import { toNamespaceName } from "@dragoman/domain/key"
import { KeyRepository, type KeyRow, LanguageRepository } from "@dragoman/store"
import { Effect, Schema } from "effect"
import type { ProjectAccess } from "../../platform/access/access.ts"
import { makeReading } from "../../platform/reading/reading.ts"
import { SentBytes, sentAs } from "../../platform/worker/worker-messages.ts"
import { ImageLinks } from "../image/image-links.ts"
import { keyWithDataToModel } from "../key-editing/key-shapes.ts"
import { listKeyData } from "../key-editing/list-keys.ts"

/** The request of a caller for keys. */
const KeyInfoRequest = Schema.Struct({
  access: sentAs<ProjectAccess>(),
  names: Schema.Array(Schema.Struct({ name: Schema.String, namespace: Schema.optional(Schema.NullOr(Schema.String)) })),
  languageTags: Schema.Array(Schema.String),
  links: ImageLinks
})

/** The body of a response with the keys of these names. The number of statements does not depend on theirs. */
export const renderKeyInfo = makeReading("renderKeyInfo", {
  input: KeyInfoRequest,
  result: SentBytes,
  run: Effect.fn("renderKeyInfo")(function* (request) {
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
})

/** The default namespace comes first. */
const byNamespaceAndName = (left: KeyRow, right: KeyRow): number =>
  compare(left.namespace ?? "", right.namespace ?? "") || compare(left.name, right.name)

const compare = (left: string, right: string): number => (left < right ? -1 : left > right ? 1 : 0)
