import type { SortableProperty } from "@dragoman/domain/page"
import { openTaskStates, type TaskCandidate, type TaskState, type TaskType } from "@dragoman/domain/task"
import { Context, Effect, Layer, type Option, Schema } from "effect"
import { SqlClient, type Statement } from "effect/sql"
import { type ContentPlace, isIn, isOf, isShown } from "../database/content-place.ts"
import {
  contains,
  jsonIds,
  jsonRows,
  jsonTexts,
  orderAndLimit,
  type PagedRows,
  type RowPage
} from "../database/sql-fragments.ts"
import { computed, Flag, type NewRowOf, optional, pick, type RowOf, type Selected, select } from "../database/table.ts"
import { seesProject, usernameInProject } from "../project/project-visibility.ts"
import { branchTable } from "../table/branch-tables.ts"
import { translationTable } from "../table/content-tables.ts"
import { languageTable, projectTable } from "../table/project-tables.ts"
import { taskAssigneeTable, taskKeyTable, taskTable } from "../table/task-tables.ts"
import { userAccountTable } from "../table/user-tables.ts"

const { announcedDueAt: _, ...t } = taskTable.as("t")
const u = userAccountTable.as("u")
const a = optional(u)

const l = languageTable.as("l")
const p = projectTable.as("p")

const task = select({
  ...t,
  languageTag: l.tag,
  languageName: l.name,
  languageOriginalName: l.originalName,
  languageFlagEmoji: l.flagEmoji,
  languageIsBase: computed(Flag, "CASE WHEN l.id = p.base_language_id THEN 1 ELSE 0 END"),
  projectName: p.name,
  projectDescription: p.description,
  projectSlug: p.slug,
  projectAvatarHash: p.avatarHash,
  /** null: the project uses no branches. */
  branchName: optional(branchTable.as("n")).name,
  authorUsername: { ...a.username, sql: usernameInProject("u", "t.project_id").sql },
  authorName: a.name,
  authorAvatarHash: a.avatarHash,
  authorDeletedAt: a.deletedAt
})

/** A task with its language, project, branch and author. */
export interface TaskRow extends Selected<typeof task> {}

const assignee = select({
  taskId: taskAssigneeTable.as("a").taskId,
  ...pick(u, "id", "name", "avatarHash", "deletedAt"),
  username: usernameInProject("u", "t.project_id")
})

/** A user who is assigned to a task. */
export interface TaskAssigneeRow extends Selected<typeof assignee> {}

/** Keys of a task that are not in the trash, those of them that are done, and the size of their base texts. */
export interface TaskProgressRow {
  readonly taskId: number
  readonly totalItems: number
  readonly doneItems: number
  readonly words: number
  readonly characters: number
}

/** Work of one user on a task: keys that the user has done, and the size of their base texts. */
export interface TaskWorkRow {
  readonly userId: number
  readonly username: string
  readonly name: string
  readonly avatarHash: string | null
  readonly deletedAt: number | null
  readonly doneItems: number
  readonly words: number
  readonly characters: number
}

const candidate = select({
  keyId: computed(Schema.Number, "k.id"),
  state: { ...translationTable.as("x").state, sql: "COALESCE(x.state, 'UNTRANSLATED')" },
  outdated: computed(Flag, "COALESCE(x.is_outdated, 0)"),
  words: computed(Schema.Number, "COALESCE(b.word_count, 0)"),
  characters: computed(Schema.Number, "CAST(COALESCE(length(b.text), 0) AS INTEGER)"),
  isInOpenTask: computed(
    Flag,
    `CASE WHEN EXISTS (
      SELECT 1 FROM task_key o JOIN task t ON t.id = o.task_id
      WHERE o.key_id = k.id AND t.language_id = l.id AND t.state IN ('NEW', 'IN_PROGRESS') AND t.type = c.type
    ) THEN 1 ELSE 0 END`
  )
})

const onKey = select({
  keyId: taskKeyTable.as("i").keyId,
  ...pick(t, "number", "type", "languageId"),
  languageTag: l.tag,
  isDone: computed(Flag, "CASE WHEN i.done_at IS NULL THEN 0 ELSE 1 END"),
  isAssigned: computed(Flag, "i.is_assigned")
})

/** An open task that a key is in; `isAssigned`: to a given user. */
export interface KeyTaskRow extends Selected<typeof onKey> {}

const taskKey = select({ ...pick(taskKeyTable.as("i"), "keyId", "doneAt"), authorName: a.name })

/** A key of a task; `authorName`: of the user who has done it. */
export interface TaskKeyRow extends Selected<typeof taskKey> {}

const sharing = select(pick(t, "number", "type", "state"))

/** Work on a key in a language. */
export interface TaskWork {
  readonly keyId: number
  readonly languageId: number
  readonly type: TaskType
}

/** Conditions of a list of tasks; null: no condition. */
export interface TaskConditions {
  /** Contained in the name, or the number. */
  readonly search: string
  readonly states: ReadonlyArray<TaskState> | null
  readonly exceptStates: ReadonlyArray<TaskState>
  readonly types: ReadonlyArray<TaskType> | null
  readonly numbers: ReadonlyArray<number> | null
  readonly exceptNumbers: ReadonlyArray<number>
  readonly assignees: ReadonlyArray<number> | null
  readonly projects: ReadonlyArray<number> | null
  readonly exceptProjects: ReadonlyArray<number>
  readonly languages: ReadonlyArray<number> | null
  readonly keys: ReadonlyArray<number> | null
  /** Leaves out tasks that were closed before this time. */
  readonly notClosedBefore: number | null
}

/** Tasks of a branch, or those of a user in all projects that the user may see. */
export type TaskOwner = ContentPlace | { readonly assigneeId: number }

/** Sort expressions of tasks. Those without a due date or end come last. */
const taskOrder: Readonly<Record<SortableProperty<"tasks">, string>> = {
  id: "t.id",
  number: "t.number",
  name: "COALESCE(unicode_lower(t.name), '')",
  type: "t.type",
  state: "t.state",
  createdAt: "t.created_at",
  closedAt: "COALESCE(t.closed_at, 9007199254740991)",
  dueDate: "COALESCE(t.due_at, 9007199254740991)"
}

/** Tasks, their keys and assignees. Tasks of deleted languages are hidden. Writes need the lock of the project. */
export class TaskRepository extends Context.Service<
  TaskRepository,
  {
    readonly list: (
      request: RowPage<SortableProperty<"tasks">> & { readonly owner: TaskOwner; readonly conditions: TaskConditions }
    ) => Effect.Effect<PagedRows<TaskRow>>
    /** Finds a task of any branch that can be read. */
    readonly find: (projectId: number, number: number) => Effect.Effect<Option.Option<TaskRow>>
    /** Finds tasks of any project that can be read. */
    readonly findAll: (ids: ReadonlyArray<number>) => Effect.Effect<ReadonlyArray<TaskRow>>
    /** Lists open tasks with assignees whose due date comes within `noticeMillis` after `now` and was not announced. */
    readonly listDue: (request: {
      readonly now: number
      readonly noticeMillis: number
      readonly limit: number
    }) => Effect.Effect<ReadonlyArray<TaskRow>>
    /** Marks a due date as announced; false: another server has done so, or the task has changed. Needs no lock. */
    readonly markDueAnnounced: (id: number, dueAt: number) => Effect.Effect<boolean>
    /** Takes numbers for this many new tasks; returns the highest number of before. */
    readonly takeNumbers: (projectId: number, count: number) => Effect.Effect<number>
    /** Adds a task without keys and assignees; returns its id. */
    readonly insert: (row: Omit<NewRowOf<typeof taskTable>, "announcedDueAt">) => Effect.Effect<number>
    readonly update: (
      row: Pick<RowOf<typeof taskTable>, "id" | "name" | "description" | "dueAt" | "state" | "closedAt">
    ) => Effect.Effect<void>
    /** Lists the assignees of tasks by name. */
    readonly listAssignees: (taskIds: ReadonlyArray<number>) => Effect.Effect<ReadonlyArray<TaskAssigneeRow>>
    readonly isAssignee: (taskId: number, userId: number) => Effect.Effect<boolean>
    /** Replaces the assignees of a task. */
    readonly setAssignees: (taskId: number, userIds: ReadonlyArray<number>) => Effect.Effect<void>
    /** Lists the ids of the keys of a task that are not in the trash. */
    readonly listKeys: (taskId: number) => Effect.Effect<ReadonlyArray<number>>
    /** Finds those of these keys that a task has and that are not in the trash, with the user who has done them. */
    readonly findKeys: (taskId: number, keyIds: ReadonlyArray<number>) => Effect.Effect<ReadonlyArray<TaskKeyRow>>
    /** Skips keys that the task has already. */
    readonly addKeys: (projectId: number, taskId: number, keyIds: ReadonlyArray<number>) => Effect.Effect<void>
    readonly removeKeys: (taskId: number, keyIds: ReadonlyArray<number>) => Effect.Effect<void>
    /** Marks keys as done, those that are not done yet; null: marks them as not done. `by` null: unknown, in a moved task. */
    readonly setDone: (
      taskId: number,
      keyIds: ReadonlyArray<number>,
      done: { readonly by: number | null; readonly at: number } | null
    ) => Effect.Effect<void>
    /** Lists those of these languages that have open tasks. */
    readonly listOpenLanguages: (languageIds: ReadonlyArray<number>) => Effect.Effect<ReadonlyArray<number>>
    /** Marks keys as done in the open tasks of a user, those that are not done yet; returns the ids of the tasks. */
    readonly markDone: (
      work: ReadonlyArray<TaskWork>,
      done: { readonly by: number; readonly at: number }
    ) => Effect.Effect<ReadonlyArray<number>>
    /** Marks keys as not done in all open tasks; returns the ids of the tasks. */
    readonly markNotDone: (work: ReadonlyArray<TaskWork>) => Effect.Effect<ReadonlyArray<number>>
    /** Sets the states of open tasks by their keys that are done: NEW or IN_PROGRESS. */
    readonly updateOpenStates: (taskIds: ReadonlyArray<number>) => Effect.Effect<void>
    /**
     * Moves the tasks of a branch that is merged into its origin there; their keys become the keys of the origin that they were copied
     * from. Keys without one are removed from the tasks.
     */
    readonly moveToOrigin: (
      branch: { readonly id: number; readonly name: string },
      origin: ContentPlace
    ) => Effect.Effect<void>
    /** Counts the keys of tasks; tasks without any are left out. */
    readonly countProgress: (taskIds: ReadonlyArray<number>) => Effect.Effect<ReadonlyArray<TaskProgressRow>>
    /** Counts the keys of a task by the user who has done them, by name. */
    readonly countWork: (taskId: number) => Effect.Effect<ReadonlyArray<TaskWorkRow>>
    /** Reads the facts about those of these keys that are on the branch and not in the trash. */
    readonly listCandidates: (
      place: ContentPlace,
      work: { readonly languageId: number; readonly type: TaskType },
      keyIds: ReadonlyArray<number>
    ) => Effect.Effect<ReadonlyArray<TaskCandidate>>
    /**
     * Lists the open tasks of keys in languages: of each key and language at most one that is assigned to the user and one other. Tasks to
     * translate come before those to review, the newest first.
     */
    readonly listOpenOfKeys: (
      keyIds: ReadonlyArray<number>,
      languageIds: ReadonlyArray<number>,
      userId: number
    ) => Effect.Effect<ReadonlyArray<KeyTaskRow>>
    /** Counts the open tasks of a branch. */
    readonly countOpen: (place: ContentPlace) => Effect.Effect<number>
    /** Lists the other tasks of the language that share a key that is not in the trash, by number. */
    readonly listSharing: (taskId: number) => Effect.Effect<ReadonlyArray<Selected<typeof sharing>>>
  }
>()("@dragoman/store/task/TaskRepository") {
  static readonly layer = Layer.effect(
    TaskRepository,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const source = sql.literal(`
        task t JOIN language l ON l.id = t.language_id AND l.deleted_at IS NULL JOIN project p ON p.id = t.project_id
        LEFT JOIN branch n ON p.use_branching = 1 AND n.project_id = p.id
          AND (n.id = t.branch_id OR (t.branch_id IS NULL AND n.is_default = 1))
        LEFT JOIN user_account u ON u.id = t.author_id`)
      /** Keys of tasks that are not in the trash, with their base texts. */
      const liveKeys = sql.literal(`
        task_key i JOIN task t ON t.id = i.task_id JOIN project p ON p.id = t.project_id
        JOIN translation_key k ON k.id = i.key_id AND k.project_id = i.project_id AND k.deleted_at IS NULL
        LEFT JOIN translation b ON b.key_id = k.id AND b.project_id = k.project_id AND b.language_id = p.base_language_id`)
      const sizes = sql.literal(`
        CAST(COALESCE(sum(b.word_count), 0) AS INTEGER) AS words,
        CAST(COALESCE(sum(length(b.text)), 0) AS INTEGER) AS characters`)
      const isOwned = (owner: TaskOwner): Statement.Fragment =>
        "assigneeId" in owner
          ? sql`t.id IN (SELECT task_id FROM task_assignee WHERE user_id = ${owner.assigneeId})
              AND ${sql.literal(seesProject(String(owner.assigneeId), "t.project_id"))} AND ${isShown(sql, "t")}`
          : isIn(sql, owner, "t")
      const isOneOf = (column: string, ids: ReadonlyArray<number> | null) =>
        ids === null ? [] : [sql`${sql.literal(column)} IN ${jsonIds(sql, ids)}`]
      const isNoneOf = (column: string, ids: ReadonlyArray<number>) =>
        ids.length === 0 ? [] : [sql`${sql.literal(column)} NOT IN ${jsonIds(sql, ids)}`]
      const matches = (conditions: TaskConditions): ReadonlyArray<Statement.Fragment> => {
        const { search, states, exceptStates, types, assignees, keys, notClosedBefore } = conditions
        return [
          ...(search === ""
            ? []
            : [sql.or([contains(sql, "t.name", search), sql`CAST(t.number AS TEXT) IN ${jsonTexts(sql, [search])}`])]),
          ...(states === null ? [] : [sql`t.state IN ${jsonTexts(sql, states)}`]),
          ...(exceptStates.length === 0 ? [] : [sql`t.state NOT IN ${jsonTexts(sql, exceptStates)}`]),
          ...(types === null ? [] : [sql`t.type IN ${jsonTexts(sql, types)}`]),
          ...isOneOf("t.number", conditions.numbers),
          ...isNoneOf("t.number", conditions.exceptNumbers),
          ...isOneOf("t.project_id", conditions.projects),
          ...isNoneOf("t.project_id", conditions.exceptProjects),
          ...isOneOf("t.language_id", conditions.languages),
          ...(assignees === null
            ? []
            : [sql`t.id IN (SELECT task_id FROM task_assignee WHERE user_id IN ${jsonIds(sql, assignees)})`]),
          ...(keys === null ? [] : [sql`t.id IN (SELECT task_id FROM task_key WHERE key_id IN ${jsonIds(sql, keys)})`]),
          ...(notClosedBefore === null ? [] : [sql`(t.closed_at IS NULL OR t.closed_at >= ${notClosedBefore})`])
        ]
      }
      /** The keys of open tasks on which this work was done or undone. */
      const openWork = (work: ReadonlyArray<TaskWork>) => sql`
        FROM ${jsonRows(
          sql,
          { key_id: "integer", language_id: "integer", type: "text" },
          work.map(({ keyId, languageId, type }) => ({ key_id: keyId, language_id: languageId, type }))
        )} w
        JOIN task_key i ON i.key_id = w.key_id
        JOIN task t ON t.id = i.task_id AND t.language_id = w.language_id AND t.type = w.type
          AND t.state IN ${jsonTexts(sql, openTaskStates)}`
      const markedTasks = Effect.fnUntraced(function* (statement: Statement.Statement<{ taskId: number }>) {
        return [...new Set((yield* statement).map(({ taskId }) => taskId))]
      })
      const updateOpenStates = Effect.fnUntraced(function* (taskIds: ReadonlyArray<number>) {
        if (taskIds.length === 0) return
        const state = sql`CASE WHEN EXISTS (
          SELECT 1 FROM task_key i JOIN translation_key k ON k.id = i.key_id AND k.project_id = i.project_id AND k.deleted_at IS NULL
          WHERE i.task_id = task.id AND i.done_at IS NOT NULL
        ) THEN 'IN_PROGRESS' ELSE 'NEW' END`
        yield* sql`
          UPDATE task SET state = ${state}
          WHERE id IN ${jsonIds(sql, taskIds)} AND state IN ${jsonTexts(sql, openTaskStates)} AND state <> ${state}`
      }, Effect.orDie)
      return TaskRepository.of({
        list: Effect.fnUntraced(function* ({ owner, conditions, ...page }) {
          const condition = sql.and([isOwned(owner), ...matches(conditions)])
          const rows = yield* task.all(sql`
            SELECT ${task.columns} FROM ${source} WHERE ${condition} ${orderAndLimit(sql, taskOrder, page)}`)
          const [counted] = yield* sql<{ total: number }>`
            SELECT CAST(count(*) AS INTEGER) AS total FROM ${source} WHERE ${condition}`
          return { rows, total: counted?.total ?? 0 }
        }, Effect.orDie),

        find: Effect.fnUntraced(function* (projectId, number) {
          return yield* task.first(sql`
            SELECT ${task.columns} FROM ${source}
            WHERE t.project_id = ${projectId} AND t.number = ${number} AND ${isShown(sql, "t")}`)
        }, Effect.orDie),

        findAll: Effect.fnUntraced(function* (ids) {
          if (ids.length === 0) return []
          return yield* task.all(sql`
            SELECT ${task.columns} FROM ${source} WHERE t.id IN ${jsonIds(sql, ids)} AND ${isShown(sql, "t")}`)
        }, Effect.orDie),

        listDue: Effect.fnUntraced(function* ({ now, noticeMillis, limit }) {
          return yield* task.all(sql`
            SELECT ${task.columns} FROM ${source}
            WHERE t.due_at > ${now} AND t.due_at <= ${now + noticeMillis} AND t.state IN ('NEW', 'IN_PROGRESS')
              AND t.announced_due_at IS DISTINCT FROM t.due_at AND p.deleted_at IS NULL AND ${isShown(sql, "t")}
              AND EXISTS (SELECT 1 FROM task_assignee a WHERE a.task_id = t.id)
            ORDER BY t.due_at, t.id LIMIT ${limit}`)
        }, Effect.orDie),

        markDueAnnounced: Effect.fnUntraced(function* (id, dueAt) {
          const rows = yield* sql`
            UPDATE task SET announced_due_at = ${dueAt}
            WHERE id = ${id} AND due_at = ${dueAt} AND state IN ('NEW', 'IN_PROGRESS')
              AND announced_due_at IS DISTINCT FROM ${dueAt} RETURNING id`
          return rows.length > 0
        }, Effect.orDie),

        takeNumbers: Effect.fnUntraced(function* (projectId, count) {
          const [taken] = yield* sql<{ last: number }>`
            UPDATE project SET last_task_number = last_task_number + ${count} WHERE id = ${projectId}
            RETURNING last_task_number AS last`
          return (taken?.last ?? count) - count
        }, Effect.orDie),

        insert: Effect.fnUntraced(function* (row) {
          const [inserted] = yield* sql<{
            id: number
          }>`${taskTable.insert(sql, [{ ...row, announcedDueAt: null }])} RETURNING id`
          return inserted?.id ?? 0
        }, Effect.orDie),

        update: Effect.fnUntraced(function* ({ id, name, description, dueAt, state, closedAt }) {
          yield* taskTable.update(sql, [{ id, name, description, dueAt, state, closedAt }])
        }, Effect.orDie),

        listAssignees: Effect.fnUntraced(function* (taskIds) {
          if (taskIds.length === 0) return []
          return yield* assignee.all(sql`
            SELECT ${assignee.columns} FROM task_assignee a
            JOIN task t ON t.id = a.task_id JOIN user_account u ON u.id = a.user_id
            WHERE a.task_id IN ${jsonIds(sql, taskIds)} ORDER BY a.task_id, unicode_lower(u.name), u.id`)
        }, Effect.orDie),

        isAssignee: Effect.fnUntraced(function* (taskId, userId) {
          const found = yield* sql`SELECT 1 FROM task_assignee WHERE task_id = ${taskId} AND user_id = ${userId}`
          return found.length > 0
        }, Effect.orDie),

        setAssignees: Effect.fnUntraced(function* (taskId, userIds) {
          yield* sql`DELETE FROM task_assignee WHERE task_id = ${taskId} AND user_id NOT IN ${jsonIds(sql, userIds)}`
          if (userIds.length === 0) return
          const rows = userIds.map((userId) => ({ userId }))
          yield* sql`${taskAssigneeTable.insert(sql, rows, { taskId })} ON CONFLICT DO NOTHING`
        }, Effect.orDie),

        listKeys: Effect.fnUntraced(function* (taskId) {
          const rows = yield* sql<{ keyId: number }>`
            SELECT i.key_id FROM task_key i JOIN translation_key k ON k.id = i.key_id AND k.project_id = i.project_id AND k.deleted_at IS NULL
            WHERE i.task_id = ${taskId} ORDER BY i.key_id`
          return rows.map(({ keyId }) => keyId)
        }, Effect.orDie),

        findKeys: Effect.fnUntraced(function* (taskId, keyIds) {
          if (keyIds.length === 0) return []
          return yield* taskKey.all(sql`
            SELECT ${taskKey.columns} FROM task_key i
            JOIN translation_key k ON k.id = i.key_id AND k.project_id = i.project_id AND k.deleted_at IS NULL
            LEFT JOIN user_account u ON u.id = i.done_by
            WHERE i.task_id = ${taskId} AND i.key_id IN ${jsonIds(sql, keyIds)} ORDER BY i.key_id`)
        }, Effect.orDie),

        addKeys: Effect.fnUntraced(function* (projectId, taskId, keyIds) {
          if (keyIds.length === 0) return
          const rows = keyIds.map((keyId) => ({ keyId }))
          yield* sql`${taskKeyTable.insert(sql, rows, { taskId, projectId })} ON CONFLICT DO NOTHING`
        }, Effect.orDie),

        removeKeys: Effect.fnUntraced(function* (taskId, keyIds) {
          if (keyIds.length === 0) return
          yield* sql`DELETE FROM task_key WHERE task_id = ${taskId} AND key_id IN ${jsonIds(sql, keyIds)}`
        }, Effect.orDie),

        setDone: Effect.fnUntraced(function* (taskId, keyIds, done) {
          const isChanged = sql.literal(done === null ? "done_at IS NOT NULL" : "done_at IS NULL")
          yield* sql`
            UPDATE task_key SET done_at = ${done?.at ?? null}, done_by = ${done?.by ?? null}
            WHERE task_id = ${taskId} AND key_id IN ${jsonIds(sql, keyIds)} AND ${isChanged}`
        }, Effect.orDie),

        listOpenLanguages: Effect.fnUntraced(function* (languageIds) {
          const rows = yield* sql<{ languageId: number }>`
            SELECT DISTINCT language_id FROM task
            WHERE language_id IN ${jsonIds(sql, languageIds)} AND state IN ${jsonTexts(sql, openTaskStates)}`
          return rows.map(({ languageId }) => languageId)
        }, Effect.orDie),

        markDone: Effect.fnUntraced(function* (work, { by, at }) {
          if (work.length === 0) return []
          return yield* markedTasks(sql`
            UPDATE task_key SET done_at = ${at}, done_by = ${by}
            WHERE done_at IS NULL AND (task_id, key_id) IN (
              SELECT i.task_id, i.key_id ${openWork(work)}
              JOIN task_assignee a ON a.task_id = t.id AND a.user_id = ${by})
            RETURNING task_id`)
        }, Effect.orDie),

        markNotDone: Effect.fnUntraced(function* (work) {
          if (work.length === 0) return []
          return yield* markedTasks(sql`
            UPDATE task_key SET done_at = NULL, done_by = NULL
            WHERE done_at IS NOT NULL AND (task_id, key_id) IN (SELECT i.task_id, i.key_id ${openWork(work)})
            RETURNING task_id`)
        }, Effect.orDie),

        updateOpenStates,

        moveToOrigin: Effect.fnUntraced(function* (branch, origin) {
          const moved = yield* sql<{ id: number }>`
            UPDATE task SET branch_id = ${origin.branchId}, origin_branch_name = COALESCE(origin_branch_name, ${branch.name})
            WHERE branch_id = ${branch.id} RETURNING id`
          if (moved.length === 0) return
          const taskIds = moved.map(({ id }) => id)
          const ofBranch = sql`task_id IN ${jsonIds(sql, taskIds)}`
          yield* sql`
            INSERT INTO task_key (task_id, key_id, project_id, done_at, done_by)
            SELECT i.task_id, o.id, i.project_id, i.done_at, i.done_by
            FROM task_key i JOIN translation_key k ON k.id = i.key_id AND k.project_id = i.project_id AND k.branch_id = ${branch.id}
            JOIN translation_key o ON o.id = k.origin_key_id AND ${isIn(sql, origin, "o")}
            WHERE ${ofBranch} ON CONFLICT DO NOTHING`
          yield* sql`
            DELETE FROM task_key WHERE ${ofBranch}
              AND key_id IN (
                SELECT k.id FROM translation_key k
                WHERE k.branch_id = ${branch.id} AND ${isOf(sql, origin.projectId, "k")})`
          yield* updateOpenStates(taskIds)
        }, Effect.orDie),

        countProgress: Effect.fnUntraced(function* (taskIds) {
          if (taskIds.length === 0) return []
          return yield* sql<TaskProgressRow>`
            SELECT i.task_id, CAST(count(*) AS INTEGER) AS total_items, CAST(count(i.done_at) AS INTEGER) AS done_items,
              ${sizes}
            FROM ${liveKeys} WHERE i.task_id IN ${jsonIds(sql, taskIds)} GROUP BY i.task_id`
        }, Effect.orDie),

        countWork: Effect.fnUntraced(function* (taskId) {
          return yield* sql<TaskWorkRow>`
            SELECT counted.*, u.name, u.avatar_hash, u.deleted_at,
              ${sql.literal(usernameInProject("u", "t.project_id").sql)} AS username
            FROM (
              SELECT i.done_by AS user_id, CAST(count(*) AS INTEGER) AS done_items, ${sizes}
              FROM ${liveKeys} WHERE i.task_id = ${taskId} AND i.done_at IS NOT NULL GROUP BY i.done_by
            ) counted JOIN user_account u ON u.id = counted.user_id JOIN task t ON t.id = ${taskId}
            ORDER BY unicode_lower(u.name), u.id`
        }, Effect.orDie),

        listCandidates: Effect.fnUntraced(function* (place, { languageId, type }, keyIds) {
          if (keyIds.length === 0) return []
          return yield* candidate.all(sql`
            SELECT ${candidate.columns}
            FROM (SELECT CAST(${type} AS TEXT) AS type) c
            JOIN language l ON l.id = ${languageId}
            JOIN project p ON p.id = ${place.projectId}
            JOIN translation_key k ON k.id IN ${jsonIds(sql, keyIds)}
            LEFT JOIN translation x ON x.key_id = k.id AND x.project_id = k.project_id AND x.language_id = l.id
            LEFT JOIN translation b ON b.key_id = k.id AND b.project_id = k.project_id AND b.language_id = p.base_language_id
            WHERE ${isIn(sql, place, "k")} AND k.deleted_at IS NULL`)
        }, Effect.orDie),

        listOpenOfKeys: Effect.fnUntraced(function* (keyIds, languageIds, userId) {
          if (keyIds.length === 0) return []
          return yield* onKey.all(sql`
            SELECT ${onKey.columns} FROM (
              SELECT open.*, row_number() OVER (
                PARTITION BY open.key_id, open.language_id, open.is_assigned ORDER BY open.type DESC, open.number DESC
              ) AS position
              FROM (
                SELECT i.key_id, i.done_at, t.id AS task_id, t.language_id, t.type, t.number,
                  CASE WHEN EXISTS (
                    SELECT 1 FROM task_assignee a WHERE a.task_id = t.id AND a.user_id = ${userId}
                  ) THEN 1 ELSE 0 END AS is_assigned
                FROM task_key i JOIN task t ON t.id = i.task_id
                WHERE i.key_id IN ${jsonIds(sql, keyIds)} AND t.language_id IN ${jsonIds(sql, languageIds)}
                  AND t.state IN ${jsonTexts(sql, openTaskStates)}
              ) open
            ) i JOIN task t ON t.id = i.task_id JOIN language l ON l.id = t.language_id
            WHERE i.position = 1 ORDER BY i.key_id, t.type DESC, t.number DESC`)
        }, Effect.orDie),

        countOpen: Effect.fnUntraced(function* (place) {
          const [counted] = yield* sql<{ tasks: number }>`
            SELECT CAST(count(*) AS INTEGER) AS tasks
            FROM task t JOIN language l ON l.id = t.language_id AND l.deleted_at IS NULL
            WHERE ${isIn(sql, place, "t")} AND t.state IN ${jsonTexts(sql, openTaskStates)}`
          return counted?.tasks ?? 0
        }, Effect.orDie),

        listSharing: Effect.fnUntraced(function* (taskId) {
          return yield* sharing.all(sql`
            SELECT ${sharing.columns} FROM task own JOIN task t ON t.language_id = own.language_id AND t.id <> own.id
            WHERE own.id = ${taskId} AND EXISTS (
              SELECT 1 FROM task_key mine
              JOIN task_key theirs ON theirs.key_id = mine.key_id AND theirs.task_id = t.id
              JOIN translation_key k ON k.id = mine.key_id AND k.project_id = mine.project_id AND k.deleted_at IS NULL
              WHERE mine.task_id = own.id)
            ORDER BY t.number`)
        }, Effect.orDie)
      })
    })
  )
}
