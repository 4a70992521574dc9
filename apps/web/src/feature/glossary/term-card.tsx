import { Link } from "@tanstack/react-router"
import { TextCursorInput } from "lucide-react"
import { directionOf, languageName, useText } from "../../base/texts/text.ts"
import { Button } from "../../widget/ui/button.tsx"
import { useIsFieldOpen } from "../translation-editor/open-field.ts"
import { termText } from "./found-terms.ts"
import type { FoundTerm } from "./glossary-queries.ts"
import styles from "./term.module.css"
import { TermMarks } from "./term-marks.tsx"

/** The text that an inserted term goes into. */
export interface TermTarget {
  readonly keyId: number
  readonly languageTag: string
}

interface TermCardProps {
  /** The organization of the glossary. */
  readonly slug: string
  readonly term: FoundTerm
  /** null: the text is read in the base language, and translated into none. */
  readonly target: TermTarget | null
  readonly onInsert: (text: string) => void
}

/** A term: its base text, flags and description, its translation, and the way to its glossary. */
export const TermCard = ({ slug, term, target, onInsert }: TermCardProps) => {
  const t = useText()
  const { glossary } = term
  const { baseLanguageTag } = glossary
  const baseText = termText(term, baseLanguageTag)
  const translation = target === null ? "" : termText(term, target.languageTag)
  const isOpen = useIsFieldOpen(target?.keyId ?? null, target?.languageTag ?? "")
  return (
    <div className={styles["card"]}>
      <p className={styles["head"]}>
        <strong lang={baseLanguageTag} dir={directionOf(baseLanguageTag)}>
          {baseText}
        </strong>
        <TermMarks term={term} />
      </p>
      {term.description !== null && term.description !== "" && (
        <p dir="auto" className={styles["description"]}>
          {term.description}
        </p>
      )}
      {target !== null && target.languageTag !== baseLanguageTag && (
        <p className={styles["translation"]}>
          <span className={styles["quiet"]}>{languageName(target.languageTag, t.language)}</span>
          {translation === "" ? (
            <span className={styles["quiet"]}>{t("glossary.no-translation")}</span>
          ) : (
            <span lang={target.languageTag} dir={directionOf(target.languageTag)}>
              {translation}
            </span>
          )}
        </p>
      )}
      <p className={styles["end"]}>
        <Link
          to="/organizations/$slug/glossaries/$glossaryId"
          params={{ slug, glossaryId: glossary.id }}
          search={{ q: baseText }}
        >
          <bdi>{glossary.name}</bdi>
        </Link>
        {isOpen && translation !== "" && !term.flagForbiddenTerm && (
          <Button
            icon={<TextCursorInput aria-hidden />}
            aria-label={t("glossary.insert-this", { text: translation })}
            onPress={() => onInsert(translation)}
          >
            {t("glossary.insert")}
          </Button>
        )}
      </p>
    </div>
  )
}
