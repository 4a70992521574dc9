import { infiniteQueryOptions, keepPreviousData, queryOptions } from "@tanstack/react-query"
import { call } from "../../base/api/call.ts"

const commentsPerPage = 50

/** Poll interval for comments of others while comments are shown: no event is published for them. */
const newCommentsMillis = 5_000
const revisionsPerPage = 20
const similarKeysMax = 10

/** The beginning of a long text finds what is like it as well, and fits into an address. */
const comparedLengthMax = 500

interface Page {
  readonly page: { readonly number: number; readonly totalPages: number }
}

const nextPage = ({ page }: Page) => (page.number + 1 < page.totalPages ? page.number + 1 : undefined)

/** The comments on a text, the oldest first. null: the text has no row yet, so it has none. */
export const commentsQuery = (projectId: number, translationId: number | null) =>
  infiniteQueryOptions({
    queryKey: ["project", projectId, "comments", translationId],
    queryFn: ({ signal, pageParam }) => {
      const params = { projectId, translationId: translationId ?? 0 }
      return call("comment", "list", { params, query: { size: commentsPerPage, page: pageParam } }, { signal })
    },
    initialPageParam: 0,
    getNextPageParam: nextPage,
    refetchInterval: newCommentsMillis,
    enabled: translationId !== null
  })

/**
 * The changes of a text, the newest first. `version` names what is stored now: another one is read again. The list stays
 * while that happens.
 */
export const historyQuery = (projectId: number, translationId: number | null, version: string, isStored: boolean) =>
  infiniteQueryOptions({
    queryKey: ["project", projectId, "history", translationId, version],
    queryFn: ({ signal, pageParam }) => {
      const params = { projectId, translationId: translationId ?? 0 }
      return call(
        "translation",
        "getHistory",
        { params, query: { size: revisionsPerPage, page: pageParam } },
        { signal }
      )
    },
    initialPageParam: 0,
    getNextPageParam: nextPage,
    placeholderData: keepPreviousData,
    enabled: translationId !== null && isStored
  })

export const screenshotsQuery = (projectId: number, keyId: number) =>
  queryOptions({
    queryKey: ["project", projectId, "screenshots", keyId],
    queryFn: async ({ signal }) =>
      (await call("screenshot", "list", { params: { projectId, keyId } }, { signal }))._embedded?.screenshots ?? []
  })

/** The custom values of a key, which the list does not have. */
export const keyQuery = (projectId: number, keyId: number) =>
  queryOptions({
    queryKey: ["project", projectId, "key", keyId],
    queryFn: ({ signal }) => call("key", "get", { params: { projectId, keyId } }, { signal })
  })

/** Keys whose texts are like `text`, the most similar first, with their texts in the language. null: nothing to compare. */
export const similarKeysQuery = (
  projectId: number,
  branch: string | undefined,
  text: string | null,
  languageTag: string
) =>
  queryOptions({
    queryKey: ["project", projectId, "similar-keys", branch, text, languageTag],
    queryFn: async ({ signal }) => {
      // One more than is shown: the key itself is the most similar one.
      const query = { branch, search: (text ?? "").slice(0, comparedLengthMax), languageTag, size: similarKeysMax + 1 }
      return (await call("keySearch", "search", { params: { projectId }, query }, { signal }))._embedded?.keys ?? []
    },
    enabled: text !== null
  })

/** Keys that are shown near this one in the application, as its developers told the server. */
export const nearKeysQuery = (projectId: number, keyId: number) =>
  queryOptions({
    queryKey: ["project", projectId, "near-keys", keyId],
    queryFn: async ({ signal }) =>
      (await call("keySearch", "listNear", { params: { projectId, keyId } }, { signal }))._embedded?.keys ?? []
  })
