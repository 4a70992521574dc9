import { Database, type KeyTagRow, TagRepository } from "@dragoman/store"
import { Effect } from "effect"
import { recordActivity } from "../../change/activity/record-activity.ts"
import { lockContentProject } from "../../change/change-project.ts"
import type { ProjectAccess } from "../../platform/access/grant.ts"
import { findKey } from "../key/find-key.ts"
import { describedKey } from "../key/key-entity.ts"
import { changeTags } from "./change-tags.ts"

/** Changes the tags of one key: `change` gets those it has. Returns those it has then. */
export const editTagsOfKey = Effect.fn("editTagsOfKey")(function* <E, R>(
  access: ProjectAccess<"keys.edit">,
  keyId: number,
  change: (tags: ReadonlyArray<KeyTagRow>) => Effect.Effect<ReadonlyArray<string>, E, R>
) {
  const database = yield* Database
  const repository = yield* TagRepository
  const { caller, projectId } = access
  return yield* database.transaction(
    Effect.gen(function* () {
      yield* lockContentProject(projectId)
      const key = yield* findKey(access, keyId)
      const tags = yield* repository.listOfKeys([keyId])
      const after = yield* change(tags)
      const entities = yield* changeTags(projectId, [{ key, before: tags.map(({ name }) => name), after }])
      yield* repository.removeUnused(projectId)
      yield* recordActivity({
        projectId,
        authorId: caller.userId,
        type: "KEY_TAGS_EDIT",
        entities,
        described: describedKey(key)
      })
      return yield* repository.listOfKeys([keyId])
    })
  )
})
