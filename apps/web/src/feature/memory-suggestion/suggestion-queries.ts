import { queryOptions } from "@tanstack/react-query"
import { call } from "../../base/api/call.ts"
import type { LanguageModel, ProjectModel, Response } from "../../base/api/contract.ts"

type Items = NonNullable<Response<"memorySuggestion", "suggestFromMemory">["_embedded"]>["translationMemoryItems"]

/** A translation of a similar text. */
export type MemorySuggestion = Items[number]

const suggestionsMax = 20

/** Suggestions of one key and language are read once in this time: opening the text again asks nothing. */
const suggestionsFreshMillis = 120_000

/** Suggestions for a text, the most similar first. `baseText` names what they belong to: another one is read again. */
export const suggestionsQuery = (projectId: number, keyId: number, languageId: number, baseText: string) =>
  queryOptions({
    queryKey: ["project", projectId, "memory-suggestions", keyId, languageId, baseText],
    queryFn: async ({ signal }): Promise<ReadonlyArray<MemorySuggestion>> => {
      const request = {
        params: { projectId },
        query: { size: suggestionsMax },
        payload: { keyId, targetLanguageId: languageId }
      }
      const options = { signal, withoutDialogs: true }
      return (
        (await call("memorySuggestion", "suggestFromMemory", request, options))._embedded?.translationMemoryItems ?? []
      )
    },
    staleTime: suggestionsFreshMillis,
    refetchOnWindowFocus: false
  })

/** Returns whether the server gives this user suggestions for the language. */
export const getsSuggestions = ({ computedPermission }: ProjectModel, language: LanguageModel): boolean => {
  const { scopes, translateLanguageIds } = computedPermission
  const isAllowed = translateLanguageIds === null || translateLanguageIds.includes(language.id)
  return !language.base && scopes.includes("translations.edit") && isAllowed
}

export type KeyWithSameText = NonNullable<
  Response<"memorySuggestion", "listSameText">["_embedded"]
>["keysWithSameText"][number]

/** Other keys with the same base text, and their translations. */
export const sameTextQuery = (projectId: number, keyId: number, baseText: string) =>
  queryOptions({
    queryKey: ["project", projectId, "same-text", keyId, baseText],
    queryFn: async ({ signal }): Promise<ReadonlyArray<KeyWithSameText>> => {
      const options = { signal, withoutDialogs: true }
      const response = await call("memorySuggestion", "listSameText", { params: { projectId, keyId } }, options)
      return response._embedded?.keysWithSameText ?? []
    },
    staleTime: suggestionsFreshMillis,
    refetchOnWindowFocus: false
  })

/** The texts of a key in all languages: the list has those that it shows. */
export const keyTextsQuery = (projectId: number, keyId: number, languages: ReadonlyArray<string>) =>
  queryOptions({
    queryKey: ["project", projectId, "key-texts", keyId],
    queryFn: async ({ signal }) => {
      const query = { filterKeyId: [keyId], languages, size: 1 }
      const list = await call("translationList", "list", { params: { projectId }, query }, { signal })
      return list._embedded?.keys[0]?.translations ?? {}
    },
    // Another user may have written meanwhile.
    staleTime: 0
  })
