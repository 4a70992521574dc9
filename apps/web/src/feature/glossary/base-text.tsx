import { useMemo } from "react"
import type { ProjectModel } from "../../base/api/contract.ts"
import { TranslationText } from "../translation-editor/translation-text.tsx"
import { markedTerms } from "./found-terms.ts"
import type { TermTarget } from "./term-card.tsx"
import { TermMark } from "./term-mark.tsx"
import { useTextTerms } from "./use-text-terms.ts"

interface BaseTextProps {
  readonly project: ProjectModel
  readonly text: string
  readonly languageTag: string
  readonly target: TermTarget | null
  /** Whether each term is a tab stop. */
  readonly isTabStop: boolean
}

/** A base text to read, with its terms underlined. */
export const BaseText = ({ project, text, languageTag, target, isTabStop }: BaseTextProps) => {
  const { terms } = useTextTerms({ projectId: project.id, text, languageTag })
  const slug = project.organizationOwner?.slug ?? ""
  const { keyId, languageTag: targetTag } = target ?? { keyId: null, languageTag: "" }
  const marks = useMemo(
    () =>
      markedTerms(terms).map(({ position, value }) => ({
        ...position,
        show: (words: string) => (
          <TermMark
            slug={slug}
            term={value}
            target={keyId === null ? null : { keyId, languageTag: targetTag }}
            isTabStop={isTabStop}
          >
            {words}
          </TermMark>
        )
      })),
    [slug, terms, keyId, targetTag, isTabStop]
  )
  return <TranslationText text={text} languageTag={languageTag} isIcu={project.icuPlaceholders} marks={marks} />
}
