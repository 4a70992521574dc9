import { Api, type SimpleUserModel, type TrashedKeyModel } from "@dragoman/api"
import { avatarLinks } from "@dragoman/domain/image"
import { keyLimits } from "@dragoman/domain/key"
import type { DeleterRow, TrashedKeyRow } from "@dragoman/store"
import { HttpApiBuilder } from "effect/http-api"
import { readBranchNames } from "../../change/branch-place.ts"
import { type ProjectAccess, withAccess } from "../../service/access/access.ts"
import { type ImageLinks, imageLinks } from "../image/image-links.ts"
import { keyToModel } from "../key/key-shapes.ts"
import { type KeyWithData, keyWithDataToModel } from "../key-editing/key-data.ts"
import { selectAllKeys } from "../translation-list/translation-list-queries.ts"
import { eraseKey, restoreKey } from "./change-key-trash.ts"
import { listDeleters, listTrashedKeys } from "./key-trash-queries.ts"

export const KeyTrashHandlers = HttpApiBuilder.group(Api, "keyTrash", (handlers) =>
  handlers.handleAll({
    list: withAccess(function* (access, { query }) {
      const { keys, page } = yield* listTrashedKeys(access, query)
      const links = yield* imageLinks
      return { _embedded: { keys: keys.map((key) => trashedKeyToModel(access, key, links)) }, page }
    }),
    selectAll: withAccess(function* (access, { query }) {
      return { ids: [...(yield* selectAllKeys(access, query, true))] }
    }),
    listDeleters: withAccess(function* (access, { query }) {
      const rows = yield* listDeleters(access, query.branch)
      return { _embedded: { users: rows.map((row) => deleterToModel(access, row)) } }
    }),
    restore: withAccess(function* (access, { params }) {
      return keyToModel(yield* restoreKey(access, params.keyId), yield* readBranchNames(access))
    }),
    erase: withAccess((access, { params }) => eraseKey(access, params.keyId))
  })
)

const trashedKeyToModel = (
  access: ProjectAccess,
  data: KeyWithData<TrashedKeyRow>,
  links: ImageLinks
): TrashedKeyModel => {
  const { id, name, namespace, description, tags, translations, screenshots, isPlural, branch } = keyWithDataToModel(
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
    deletedBy: deletedBy && deleterToModel(access, deletedBy),
    branch
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
