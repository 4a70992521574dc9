import { useQuery } from "@tanstack/react-query"
import { useEffect, useState } from "react"
import { projectGlossariesQuery, type TermHighlight, textTermsQuery } from "./glossary-queries.ts"

/** A text that is only passed on the way to another one asks for nothing. */
const askPauseMillis = 250

interface TextWithTerms {
  readonly projectId: number
  readonly text: string
  readonly languageTag: string
}

/** Reads the terms in a text; a project without glossaries asks for none. null: no text is shown. */
export const useTextTerms = (place: TextWithTerms | null) => {
  const [asked, setAsked] = useState<TextWithTerms | null>(null)
  const name = place === null ? "" : JSON.stringify(place)
  useEffect(() => {
    const timer = setTimeout(() => setAsked(name === "" ? null : JSON.parse(name)), askPauseMillis)
    return () => clearTimeout(timer)
  }, [name])
  const { projectId, text, languageTag } = place ?? noText
  const isAsked = place !== null && text !== "" && JSON.stringify(asked) === name
  const glossaries = useQuery({ ...projectGlossariesQuery(projectId), enabled: isAsked })
  const hasGlossary = (glossaries.data?.length ?? 0) > 0
  const terms = useQuery({ ...textTermsQuery(projectId, text, languageTag), enabled: isAsked && hasGlossary })
  return {
    /** Empty until they are read. */
    terms: (place !== null && terms.data) || noTerms,
    hasGlossary,
    isReading: isAsked && (glossaries.isPending || (hasGlossary && terms.isPending)),
    error: glossaries.error ?? terms.error,
    retry: () => void Promise.all([glossaries.refetch(), ...(hasGlossary ? [terms.refetch()] : [])])
  }
}

const noText: TextWithTerms = { projectId: 0, text: "", languageTag: "" }

const noTerms: ReadonlyArray<TermHighlight> = []
