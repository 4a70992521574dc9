import type { QueryClient } from "@tanstack/react-query"
import { call } from "../../base/api/call.ts"
import type { ImportLanguageModel } from "../../base/api/contract.ts"
import { languageName } from "../../base/texts/text.ts"
import { languagesQuery } from "../../feature/project/project-queries.ts"
import { importQuery, refreshImport } from "./import-queries.ts"
import { suggestedTag } from "./row-language.ts"

/** A language of an import that has no pair, and the tag that its name or its file suggests. */
interface SuggestedPair {
  readonly row: ImportLanguageModel
  readonly tag: string
}

export const suggestedPairs = (rows: ReadonlyArray<ImportLanguageModel>): ReadonlyArray<SuggestedPair> =>
  rows.flatMap((row) => {
    const tag = row.existingLanguageId === null ? suggestedTag(row) : null
    return tag === null ? [] : [{ row, tag }]
  })

/** Pairs what can be paired by tags. `creates`: languages that the project does not have yet are created. */
export const pairLanguagesByTag = async (
  client: QueryClient,
  projectId: number,
  branch: string | undefined,
  { creates }: { readonly creates: boolean }
): Promise<void> => {
  const pairs = suggestedPairs((await client.fetchQuery({ ...importQuery(projectId, branch), staleTime: 0 })) ?? [])
  const languages = await client.fetchQuery({ ...languagesQuery(projectId), staleTime: 0 })
  const ids = new Map(languages.map(({ tag, id }) => [tag, id]))
  try {
    for (const { row, tag } of pairs) {
      if (!ids.has(tag) && creates) {
        const payload = { tag, name: languageName(tag, "en"), originalName: languageName(tag, tag) }
        ids.set(tag, (await call("language", "create", { params: { projectId }, payload })).id)
      }
      const existingLanguageId = ids.get(tag)
      if (existingLanguageId === undefined) continue
      await call("import", "pairLanguage", { params: { projectId, importLanguageId: row.id, existingLanguageId } })
    }
  } finally {
    await client.invalidateQueries({ queryKey: languagesQuery(projectId).queryKey })
    await refreshImport(client, projectId)
  }
}
