import type { TaskModel, TaskWithProjectModel, TaskWorkModel } from "@dragoman/api"
import { avatarLinks } from "@dragoman/domain/image"
import type { TaskAssigneeRow, TaskProgressRow, TaskRow, TaskWorkRow } from "@dragoman/store"
import type { ProjectAccess } from "../access/access.ts"

/** A task with what other tables know about it. */
export interface CountedTask {
  readonly task: TaskRow
  readonly assignees: ReadonlyArray<TaskAssigneeRow>
  readonly progress: TaskProgressRow
}

/** Whether responses show user names of other people. */
export const showsUsernames = ({ effectiveScopes }: ProjectAccess): boolean => effectiveScopes.includes("members.view")

/** Converts a task for responses. */
export const taskToModel = ({ task, assignees, progress }: CountedTask, withUsernames: boolean): TaskModel => ({
  number: task.number,
  name: task.name,
  description: task.description,
  type: task.type,
  state: task.state,
  language: {
    id: task.languageId,
    name: task.languageName,
    tag: task.languageTag,
    originalName: task.languageOriginalName,
    flagEmoji: task.languageFlagEmoji,
    base: task.languageIsBase
  },
  assignees: assignees.map((user) => userToModel(user, withUsernames)),
  author:
    task.authorId === null
      ? null
      : userToModel(
          {
            id: task.authorId,
            username: task.authorUsername ?? "",
            name: task.authorName ?? "",
            avatarHash: task.authorAvatarHash,
            deletedAt: task.authorDeletedAt
          },
          withUsernames
        ),
  createdAt: task.createdAt,
  closedAt: task.closedAt,
  dueDate: task.dueAt,
  totalItems: progress.totalItems,
  doneItems: progress.doneItems,
  baseWordCount: progress.words,
  baseCharacterCount: progress.characters,
  agency: null,
  branchName: task.branchName,
  originBranchName: task.originBranchName
})

/** Converts a task for a list over several projects, which shows no user names: the caller may not view members in each. */
export const taskWithProjectToModel = (counted: CountedTask): TaskWithProjectModel => ({
  ...taskToModel(counted, false),
  project: {
    id: counted.task.projectId,
    name: counted.task.projectName,
    description: counted.task.projectDescription,
    slug: counted.task.projectSlug,
    avatar: avatarLinks(counted.task.projectAvatarHash)
  }
})

export const workToModel = (access: ProjectAccess, row: TaskWorkRow): TaskWorkModel => ({
  user: userToModel({ ...row, id: row.userId }, showsUsernames(access)),
  doneItems: row.doneItems,
  baseCharacterCount: row.characters,
  baseWordCount: row.words
})

/** Converts a user who is shown with a task. */
export const userToModel = (
  { id, username, name, avatarHash, deletedAt }: Omit<TaskAssigneeRow, "taskId">,
  withUsername: boolean
): TaskModel["assignees"][number] => ({
  id,
  username: withUsername ? username : "",
  name,
  avatar: avatarLinks(avatarHash),
  deleted: deletedAt !== null
})
