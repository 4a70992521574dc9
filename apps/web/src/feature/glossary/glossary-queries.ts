import type { QueryClient } from "@tanstack/react-query"
import type { Response } from "../../base/api/contract.ts"

type Terms = NonNullable<Response<"glossaryTerm", "listWithTranslations">["_embedded"]>["glossaryTerms"]

/** A term with its texts in the requested languages. */
export type ListedTerm = Terms[number]

export type TermFlags = Pick<
  ListedTerm,
  "flagNonTranslatable" | "flagCaseSensitive" | "flagAbbreviation" | "flagForbiddenTerm"
>

/** The key of all about the glossaries of organizations. */
export const glossariesKey = ["glossaries"] as const

/** Reads glossaries and terms again after a change, here and in the projects. */
export const refreshGlossaries = async (client: QueryClient): Promise<void> => {
  await Promise.all([
    client.invalidateQueries({ queryKey: glossariesKey }),
    client.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] === "project" && queryKey[2] === "glossaries" })
  ])
}
