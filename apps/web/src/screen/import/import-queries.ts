import { type QueryClient, queryOptions } from "@tanstack/react-query"
import { ApiError } from "../../base/api/api-error.ts"
import { call } from "../../base/api/call.ts"
import type { ImportFileIssueModel, ImportLanguageModel } from "../../base/api/contract.ts"
import { serverConfigurationQuery } from "../../feature/session/server-configuration.ts"

/** More rows of files and languages than an import has. */
const rowsMax = 1_000

const importKey = (projectId: number) => ["project", projectId, "import"] as const

/** The key of the languages of all my imports in a project. */
export const importRowsKey = (projectId: number) => [...importKey(projectId), "languages"] as const

/** The languages of the files of my import into a branch; null: I have none. */
export const importQuery = (projectId: number, branch: string | undefined) =>
  queryOptions({
    queryKey: [...importRowsKey(projectId), branch],
    queryFn: async ({ signal }): Promise<ReadonlyArray<ImportLanguageModel> | null> => {
      const request = { params: { projectId }, query: { size: rowsMax, branch } }
      try {
        return (await call("import", "getResult", request, { signal }))._embedded.languages
      } catch (error) {
        if (error instanceof ApiError && error.code === "resource_not_found") return null
        throw error
      }
    }
  })

export const importSettingsQuery = (projectId: number) =>
  queryOptions({
    queryKey: [...importKey(projectId), "settings"],
    queryFn: ({ signal }) => call("import", "getSettings", { params: { projectId } }, { signal })
  })

/** Names of the namespaces of the project and of the import. */
export const importNamespacesQuery = (projectId: number, branch: string | undefined) =>
  queryOptions({
    queryKey: [...importKey(projectId), "namespaces", branch],
    queryFn: async ({ signal }) => {
      const request = { params: { projectId }, query: { branch } }
      const { _embedded } = await call("import", "listNamespaces", request, { signal })
      return _embedded.namespaces.map(({ name }) => name)
    }
  })

/** Bytes that a file may have. */
export const uploadLimitQuery = queryOptions({
  ...serverConfigurationQuery,
  select: ({ maxUploadFileSize }) => maxUploadFileSize * 1_024
})

type IssueType = ImportFileIssueModel["type"]

export interface IssueSearch {
  readonly search: string
  /** null: of all types. */
  readonly type: IssueType | null
}

/** The key of the issues of a file. */
export const issuesKey = (projectId: number, importFileId: number, { search, type }: IssueSearch) =>
  [...importKey(projectId), "issues", importFileId, search, type] as const

/** The issues of a file, and its warnings, by type. */
export const readIssues = (
  projectId: number,
  importFileId: number,
  { search, type }: IssueSearch,
  page: number,
  size: number,
  signal?: AbortSignal
) =>
  call(
    "import",
    "listFileIssues",
    {
      params: { projectId, importFileId },
      query: {
        page,
        size,
        withNotices: true,
        ...(search === "" ? {} : { search }),
        ...(type === null ? {} : { filterType: [type] }),
        sort: [{ property: "type", direction: "asc" }]
      }
    },
    signal === undefined ? {} : { signal }
  )

/** Issues that are read at once to be copied. */
const copiedPerRequest = 1_000

/** All issues of a file that match. */
export const readAllIssues = async (
  projectId: number,
  importFileId: number,
  search: IssueSearch
): Promise<ReadonlyArray<ImportFileIssueModel>> => {
  const issues: Array<ImportFileIssueModel> = []
  for (let page = 0; ; page++) {
    const read = await readIssues(projectId, importFileId, search, page, copiedPerRequest)
    issues.push(...read._embedded.importFileIssues)
    if (page + 1 >= read.page.totalPages) return issues
  }
}

export interface ConflictSearch {
  readonly onlyUnresolved: boolean
  readonly search: string
}

export const conflictsKey = (projectId: number, languageId?: number) =>
  [...importKey(projectId), "conflicts", ...(languageId === undefined ? [] : [languageId])] as const

export const readConflicts = (
  projectId: number,
  languageId: number,
  { onlyUnresolved, search }: ConflictSearch,
  page: number,
  size: number,
  signal: AbortSignal
) =>
  call(
    "import",
    "listTranslations",
    {
      params: { projectId, languageId },
      query: {
        page,
        size,
        onlyConflicts: true,
        ...(onlyUnresolved ? { onlyUnresolved: true as const } : {}),
        ...(search === "" ? {} : { search }),
        sort: [{ property: "keyName", direction: "asc" }]
      }
    },
    { signal }
  )

/** Reads the import again, after it changed as a whole. */
export const refreshImport = (client: QueryClient, projectId: number): Promise<void> =>
  client.invalidateQueries({ queryKey: importKey(projectId) })

/** Forgets the import, which has ended. */
export const forgetImport = (client: QueryClient, projectId: number, branch: string | undefined): void => {
  client.setQueryData(importQuery(projectId, branch).queryKey, null)
  client.removeQueries({ queryKey: conflictsKey(projectId) })
}
