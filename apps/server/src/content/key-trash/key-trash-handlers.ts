import { Api, type SimpleUserModel, type TrashedKeyModel } from "@dragoman/api"
import { avatarLinks } from "@dragoman/domain/image"
import { keyLimits } from "@dragoman/domain/key"
import type { DeleterRow, TrashedKeyRow } from "@dragoman/store"
import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { accessOf, type ProjectAccess } from "../../platform/access/access.ts"
import { type ImageLinks, imageLinks } from "../image/image-links.ts"
import { keyToModel } from "../key/key-shapes.ts"
import { type KeyWithData, keyWithDataToModel } from "../key-editing/key-data.ts"
import { selectAllKeys } from "../translation-list/translation-list-queries.ts"
import { eraseKey, restoreKey } from "./change-key-trash.ts"
import { listDeleters, listTrashedKeys } from "./key-trash-queries.ts"

export const KeyTrashHandlers = HttpApiBuilder.group(Api, "keyTrash", (handlers) =>
  handlers.handleAll({
    list: Effect.fnUntraced(function* ({ endpoint, query }) {
      const access = yield* accessOf(endpoint)
      const { keys, page } = yield* listTrashedKeys(access, query)
      const links = yield* imageLinks
      return { _embedded: { keys: keys.map((key) => trashedKeyToModel(access, key, links)) }, page }
    }),
    selectAll: Effect.fnUntraced(function* ({ endpoint, query }) {
      return { ids: [...(yield* selectAllKeys(yield* accessOf(endpoint), query, true))] }
    }),
    listDeleters: Effect.fnUntraced(function* ({ endpoint }) {
      const access = yield* accessOf(endpoint)
      const rows = yield* listDeleters(access)
      return { _embedded: { users: rows.map((row) => deleterToModel(access, row)) } }
    }),
    restore: Effect.fnUntraced(function* ({ endpoint, params }) {
      return keyToModel(yield* restoreKey(yield* accessOf(endpoint), params.keyId))
    }),
    erase: Effect.fnUntraced(function* ({ endpoint, params }) {
      yield* eraseKey(yield* accessOf(endpoint), params.keyId)
    })
  })
)

const trashedKeyToModel = (
  access: ProjectAccess,
  data: KeyWithData<TrashedKeyRow>,
  links: ImageLinks
): TrashedKeyModel => {
  const { id, name, namespace, description, tags, translations, screenshots, isPlural } = keyWithDataToModel(
    data,
    links
  )
  const { deletedAt, deletedBy } = data.key
  return {
    id,
    name,
    namespace,
    deletedAt,
    permanentDeleteAt: deletedAt + keyLimits.trashMillis,
    description,
    tags,
    translations,
    screenshots,
    isPlural,
    deletedBy: deletedBy && deleterToModel(access, deletedBy)
  }
}

const deleterToModel = (
  access: ProjectAccess,
  { id, username, name, avatarHash, deleted }: DeleterRow
): SimpleUserModel => ({
  id,
  username: access.effectiveScopes.includes("members.view") ? username : "",
  name,
  avatar: avatarLinks(avatarHash),
  deleted
})
