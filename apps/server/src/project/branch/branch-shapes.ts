import type { BranchModel } from "@dragoman/api"
import { avatarLinks } from "@dragoman/domain/image"
import type { ListedBranchRow } from "@dragoman/store"
import type { ProjectAccess } from "../../service/access/access.ts"

/** Converts a branch for responses; the author's user name only for callers who may view the members. */
export const branchToModel = ({ effectiveScopes }: ProjectAccess, branch: ListedBranchRow): BranchModel => {
  const { id, name, isDefault, isProtected, createdAt, originBranchName, state } = branch
  return {
    id,
    name,
    author: authorOf(branch, effectiveScopes.includes("members.view")),
    active: true,
    isDefault,
    isProtected,
    createdAt,
    originBranchName,
    merge: mergeOf(branch),
    state,
    progress: progressOf(branch)
  }
}

const authorOf = (
  { authorId, authorUsername, authorName, authorAvatarHash, authorDeletedAt }: ListedBranchRow,
  showsUsername: boolean
): BranchModel["author"] =>
  authorId === null
    ? null
    : {
        id: authorId,
        username: showsUsername ? (authorUsername ?? "") : "",
        name: authorName ?? "",
        avatar: avatarLinks(authorAvatarHash),
        deleted: authorDeletedAt !== null
      }

const mergeOf = ({ mergeId, mergeTargetName, mergedAt }: ListedBranchRow): BranchModel["merge"] =>
  mergeId === null ? null : { id: mergeId, targetBranchName: mergeTargetName ?? "", mergedAt }

const progressOf = ({ state, keyCount, copiedCount }: ListedBranchRow): number => {
  if (state === "READY") return 100
  return keyCount === 0 ? 0 : Math.min(99, Math.floor((copiedCount * 100) / keyCount))
}
