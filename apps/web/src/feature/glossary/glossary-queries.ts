import { type QueryClient, queryOptions } from "@tanstack/react-query"
import { call } from "../../base/api/call.ts"
import type { ProjectModel, Response } from "../../base/api/contract.ts"

type Terms = NonNullable<Response<"glossaryTerm", "listWithTranslations">["_embedded"]>["glossaryTerms"]

/** A term with its texts in the requested languages. */
export type ListedTerm = Terms[number]

export type TermFlags = Pick<
  ListedTerm,
  "flagNonTranslatable" | "flagCaseSensitive" | "flagAbbreviation" | "flagForbiddenTerm"
>

type Highlights = NonNullable<Response<"glossaryHighlight", "find">["_embedded"]>["glossaryHighlights"]

/** A place in a text that is a term. */
export type TermHighlight = Highlights[number]

/** A term with its texts and its glossary. */
export type FoundTerm = TermHighlight["value"]

type Glossaries = NonNullable<Response<"glossary", "listOfProject">["_embedded"]>["glossaries"]

export type ProjectGlossary = Glossaries[number]

/** The key of all that a project reads of glossaries. */
const projectGlossaryKey = (projectId: number) => ["project", projectId, "glossaries"] as const

/** The key of all about the glossaries of organizations. */
export const glossariesKey = ["glossaries"] as const

/** Glossaries are few, and change seldom. */
const freshMillis = 120_000

/** The glossaries that a project uses. */
export const projectGlossariesQuery = (projectId: number) =>
  queryOptions({
    queryKey: [...projectGlossaryKey(projectId), "list"],
    queryFn: async ({ signal }): Promise<ReadonlyArray<ProjectGlossary>> => {
      const options = { signal, withoutDialogs: true }
      return (await call("glossary", "listOfProject", { params: { projectId } }, options))._embedded?.glossaries ?? []
    },
    staleTime: freshMillis,
    refetchOnWindowFocus: false
  })

/** The terms in a text of the project, by their place. */
export const textTermsQuery = (projectId: number, text: string, languageTag: string) =>
  queryOptions({
    queryKey: [...projectGlossaryKey(projectId), "terms", languageTag, text],
    queryFn: async ({ signal }): Promise<ReadonlyArray<TermHighlight>> => {
      const request = { params: { projectId }, payload: { text, languageTag } }
      const options = { signal, withoutDialogs: true }
      return (await call("glossaryHighlight", "find", request, options))._embedded?.glossaryHighlights ?? []
    },
    staleTime: freshMillis,
    refetchOnWindowFocus: false
  })

/** Reads glossaries and terms again after a change, here and in the projects. */
export const refreshGlossaries = async (client: QueryClient): Promise<void> => {
  await Promise.all([
    client.invalidateQueries({ queryKey: glossariesKey }),
    client.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] === "project" && queryKey[2] === "glossaries" })
  ])
}

/** Returns whether the server is likely to let me change the glossaries of a project; it decides for each of them. */
export const mayAddTerms = ({ computedPermission, organizationRole }: ProjectModel, isServerAdmin: boolean): boolean =>
  isServerAdmin ||
  organizationRole === "OWNER" ||
  (organizationRole !== null && computedPermission.scopes.includes("project.edit"))
