import type { DescribedEntity, ModifiedEntity, Revision } from "@dragoman/domain/activity"
import { avatarLinks } from "@dragoman/domain/image"
import type { RevisionRow } from "@dragoman/store"

/** A stored revision with its entities, ready to be rendered; `showUsername`: may the reader see e-mail addresses? */
export const revisionOfRow = (
  row: RevisionRow,
  content: { readonly entities: ReadonlyArray<ModifiedEntity>; readonly described: ReadonlyArray<DescribedEntity> },
  showUsername: boolean
): Revision => ({
  id: row.id,
  createdAt: row.createdAt,
  type: row.type,
  author:
    row.authorId === null
      ? null
      : {
          id: row.authorId,
          username: showUsername ? (row.authorUsername ?? "") : "",
          name: row.authorName ?? "",
          deleted: row.authorDeletedAt !== null,
          avatar: avatarLinks(row.authorAvatarHash)
        },
  ...content,
  counts: row.counts,
  params: row.params
})
