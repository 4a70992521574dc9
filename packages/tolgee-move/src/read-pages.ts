import { Effect, type Schema } from "effect"
import { MoveFailed } from "./move-failed.ts"
import { pageOf } from "./source-models.ts"
import { SourceRefused, type SourceServer } from "./source-server.ts"

/** Number of items on a page; servers of Tolgee shorten longer ones. */
const pageSize = 1_000

/** Number of pages of one list, so that a server which always has another page ends the command, not its memory. */
const pagesMax = 10_000

/** Number of pages of a list that is written page by page. */
const writtenPagesMax = 100_000

/** Fails for a page beyond those of any list. */
export const checkPage = (server: SourceServer, path: string, page: number, max = writtenPagesMax) =>
  page < max
    ? Effect.void
    : Effect.fail(
        new MoveFailed({
          sentence: `${server.url}${path.split("?")[0]} has more than ${max} pages: is it a server of Tolgee?`
        })
      )

/** Reads all items of a list. `path`: without a page. */
export const readAll = Effect.fnUntraced(function* <A>(
  server: SourceServer,
  path: string,
  item: Schema.Codec<A, unknown>
) {
  const model = pageOf(item)
  const all: Array<A> = []
  for (let page = 0; ; page++) {
    yield* checkPage(server, path, page, pagesMax)
    const read = yield* server.get(`${path}${path.includes("?") ? "&" : "?"}size=${pageSize}&page=${page}`, model)
    const items = itemsOf(read)
    all.push(...items)
    if (items.length === 0 || page + 1 >= (read.page?.totalPages ?? 0)) return all
  }
})

/** Reads a list; null: the server rejects it for this token, or does not have it. */
export const readAllowed = <A>(server: SourceServer, path: string, item: Schema.Codec<A, unknown>) =>
  readAll(server, path, item).pipe(
    Effect.catchIf(
      (error) => error instanceof SourceRefused,
      () => Effect.succeed(null)
    )
  )

/** Reads facts; null: the server does not have them, or rejects the request. */
export const readKnown = <A>(server: SourceServer, path: string, schema: Schema.Codec<A, unknown>) =>
  server.get(path, schema).pipe(
    Effect.catchIf(
      (error) => error instanceof SourceRefused,
      () => Effect.succeed(null)
    )
  )

export const itemsOf = <A>(page: {
  readonly _embedded?: Readonly<Record<string, ReadonlyArray<A>>> | null | undefined
}): ReadonlyArray<A> => Object.values(page._embedded ?? {})[0] ?? []
