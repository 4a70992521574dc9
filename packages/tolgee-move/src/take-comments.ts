import { commentStates } from "@dragoman/domain/comment"
import { MovedRowRepository, TolgeeMoveRepository } from "@dragoman/store"
import { Effect } from "effect"
import { digestOf, type Move, type StepReport } from "./move.ts"
import { readAll } from "./read-pages.ts"
import { CommentModel, type SourceComment, type SourceKey } from "./source-models.ts"
import type { TakenProject } from "./take-projects.ts"
import { translationIds } from "./take-translations.ts"
import { ensureUsers, type People } from "./take-users.ts"

interface CommentOfTranslation extends SourceComment {
  /** Id at the source. */
  readonly translationId: number
}

/** Number of concurrent requests; more of them only reach the rate limit earlier. */
const requestsAtOnce = 4

/** Takes the comments of all translations that have some. */
export const readComments = Effect.fnUntraced(function* (
  move: Move,
  project: TakenProject,
  keys: ReadonlyArray<SourceKey>
) {
  const commented = keys.flatMap(({ translations }) =>
    Object.values(translations).flatMap(({ id, commentCount }) => (id != null && (commentCount ?? 0) > 0 ? [id] : []))
  )
  const read = yield* Effect.forEach(
    commented,
    (translationId) =>
      Effect.map(
        readAll(
          move.server,
          `/v2/projects/${project.sourceId}/translations/${translationId}/comments?sort=id,asc`,
          CommentModel
        ),
        (comments) => comments.map((comment): CommentOfTranslation => ({ ...comment, translationId }))
      ),
    { concurrency: requestsAtOnce }
  )
  return read.flat()
})

/** Writes comments that are new or have changed, with their times and authors. */
export const takeComments = Effect.fnUntraced(function* (
  move: Move,
  project: TakenProject,
  people: People,
  comments: ReadonlyArray<CommentOfTranslation>,
  report: StepReport
) {
  if (comments.length === 0) return
  const rows = yield* MovedRowRepository
  const moves = yield* TolgeeMoveRepository
  yield* ensureUsers(
    move,
    people,
    comments.map(({ author }) => author),
    report
  )
  const taken = yield* moves.listTaken(
    move.sourceId,
    "comment",
    comments.map(({ id }) => id)
  )
  const toOurs = yield* translationIds(
    move,
    comments.map(({ translationId }) => translationId)
  )
  const present = yield* rows.existing(
    "translation",
    comments.map(({ translationId }) => toOurs(translationId))
  )
  const fresh = comments.filter(({ id, translationId }) => !taken.has(id) && present.has(toOurs(translationId)))
  const changed = comments.filter(
    (comment) => taken.has(comment.id) && taken.get(comment.id)?.digest !== digestOf(contentOf(comment))
  )
  const ids = yield* rows.chooseIds(
    "comment",
    fresh.map(({ id }) => id)
  )
  yield* rows.insert(
    "comment",
    fresh.map((comment, index) => ({
      id: ids[index] ?? 0,
      projectId: project.id,
      translationId: toOurs(comment.translationId),
      authorId: people.get(comment.author.id) ?? 0,
      ...contentOf(comment),
      createdAt: comment.createdAt
    }))
  )
  yield* rows.update(
    "comment",
    changed.map((comment) => ({ id: taken.get(comment.id)?.ourId ?? 0, ...contentOf(comment) }))
  )
  yield* moves.take(move.sourceId, "comment", [
    ...fresh.map((comment, index) => ({
      takenId: comment.id,
      ourId: ids[index] ?? 0,
      digest: digestOf(contentOf(comment))
    })),
    ...changed.map((comment) => ({
      takenId: comment.id,
      ourId: taken.get(comment.id)?.ourId ?? 0,
      digest: digestOf(contentOf(comment))
    }))
  ])
  report.count("comment", "added", fresh.length)
  report.count("comment", "changed", changed.length)
  report.count("comment", "unchanged", comments.length - fresh.length - changed.length)
})

const contentOf = ({ text, state, createdAt, updatedAt }: SourceComment) => ({
  text,
  state: commentStates.find((name) => name === state) ?? ("RESOLUTION_NOT_NEEDED" as const),
  updatedAt: updatedAt ?? createdAt
})
