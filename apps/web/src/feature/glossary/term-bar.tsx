import { type Ref, useImperativeHandle } from "react"
import type { ProjectModel } from "../../base/api/contract.ts"
import { directionOf, useText } from "../../base/texts/text.ts"
import { announce } from "../../widget/announcement/announcement.ts"
import { shownKeys } from "../../widget/shortcut/shown-keys.ts"
import { Button } from "../../widget/ui/button.tsx"
import { distinctTerms, termText } from "./found-terms.ts"
import styles from "./term.module.css"
import { TermMarks } from "./term-marks.tsx"
import { useTextTerms } from "./use-text-terms.ts"

/** The terms of an open text, for the keys of its field. */
export interface TermsHandle {
  /** Inserts one by its place in the list; nothing is there: says so. */
  readonly insert: (index: number) => void
}

interface TermBarProps {
  readonly project: ProjectModel
  readonly base: { readonly text: string; readonly languageTag: string }
  readonly languageTag: string
  /** Puts a text at the caret. */
  readonly onInsert: (text: string) => void
  readonly ref: Ref<TermsHandle>
}

/** Terms that have keys; the panel has all. */
const shownMax = 9

/** The terms of the base text with their translations, under the field of an open text. */
export const TermBar = ({ project, base, languageTag, onInsert, ref }: TermBarProps) => {
  const t = useText()
  const { terms } = useTextTerms({ projectId: project.id, ...base })
  const shown = distinctTerms(terms)
    .map((term) => ({ term, text: termText(term, languageTag) }))
    .filter(({ term, text }) => text !== "" && !term.flagForbiddenTerm)
    .slice(0, shownMax)
  const insert = (text: string) => {
    onInsert(text)
    announce(t("glossary.inserted", { text }))
  }
  useImperativeHandle(ref, () => ({
    insert: (index) => {
      const found = shown[index]
      if (found === undefined) announce(t("glossary.none"))
      else insert(found.text)
    }
  }))
  if (shown.length === 0) return null
  return (
    <ul aria-label={t("glossary.terms")} className={styles["bar"]}>
      {shown.map(({ term, text }, index) => (
        <li key={term.id}>
          <span lang={base.languageTag} dir={directionOf(base.languageTag)} className={styles["quiet"]}>
            {termText(term, base.languageTag)}
          </span>
          <TermMarks term={term} />
          <Button
            kind="quiet"
            // The caret stays in the field.
            preventFocusOnPress
            onPress={() => insert(text)}
          >
            <span className="visually-hidden">{t("glossary.insert")} </span>
            <span lang={languageTag} dir={directionOf(languageTag)}>
              {text}
            </span>{" "}
            <kbd>{shownKeys(`Alt Shift ${index + 1}`, t)}</kbd>
          </Button>
        </li>
      ))}
    </ul>
  )
}
