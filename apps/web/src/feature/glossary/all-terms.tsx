import { Link } from "@tanstack/react-router"
import { Plus } from "lucide-react"
import { useState } from "react"
import type { ProjectModel } from "../../base/api/contract.ts"
import { useText } from "../../base/texts/text.ts"
import { announce } from "../../widget/announcement/announcement.ts"
import { lazyDialog } from "../../widget/toast/lazy-dialog.tsx"
import { Button } from "../../widget/ui/button.tsx"
import { Skeleton } from "../../widget/ui/skeleton.tsx"
import { ErrorState } from "../../widget/ui/states.tsx"
import { useUser } from "../session/session.ts"
import { insertIntoField } from "../translation-editor/open-field.ts"
import { distinctTerms } from "./found-terms.ts"
import { mayAddTerms } from "./glossary-queries.ts"
import styles from "./term.module.css"
import { TermCard, type TermTarget } from "./term-card.tsx"
import { useTextTerms } from "./use-text-terms.ts"

const CreateTermDialog = lazyDialog(() => import("./create-term-dialog.tsx"), "CreateTermDialog")

interface AllTermsProps {
  readonly project: ProjectModel
  /** null: there is none. */
  readonly baseText: string | null
  readonly baseLanguageTag: string
  readonly target: TermTarget | null
}

/** The terms of a base text in the panel, each with its card, and the way to a new one. */
export const AllTerms = ({ project, baseText, baseLanguageTag, target }: AllTermsProps) => {
  const t = useText()
  const mayAdd = mayAddTerms(project, useUser().globalServerRole === "ADMIN")
  const [isAdding, setAdding] = useState(false)
  const { terms, hasGlossary, isReading, error, retry } = useTextTerms({
    projectId: project.id,
    text: baseText ?? "",
    languageTag: baseLanguageTag
  })
  if (baseText === null) return <p className={styles["quiet"]}>{t("similar.no-base")}</p>
  if (error !== null) return <ErrorState error={error} onRetry={retry} />
  if (isReading) return <Skeleton height="80px" />
  const slug = project.organizationOwner?.slug
  if (!hasGlossary) {
    return (
      <p className={styles["quiet"]}>
        {t("glossary.unused")}{" "}
        {slug !== undefined && project.organizationRole !== null && (
          <Link to="/organizations/$slug/glossaries" params={{ slug }}>
            {t("glossary.title")}
          </Link>
        )}
      </p>
    )
  }
  const found = distinctTerms(terms)
  return (
    <div className={styles["stack"]}>
      {found.length === 0 ? (
        <p className={styles["quiet"]}>{t("glossary.no-terms-in-text")}</p>
      ) : (
        <ul aria-label={t("glossary.terms")} className={styles["list"]}>
          {found.map((term) => (
            <li key={term.id}>
              <TermCard
                slug={slug ?? ""}
                term={term}
                target={target}
                onInsert={(text) => {
                  if (target === null) return
                  insertIntoField(target.keyId, target.languageTag, text)
                  announce(t("glossary.inserted", { text }))
                }}
              />
            </li>
          ))}
        </ul>
      )}
      {mayAdd && (
        <div>
          <Button icon={<Plus aria-hidden />} onPress={() => setAdding(true)}>
            {t("glossary.add-term")}
          </Button>
        </div>
      )}
      {isAdding && (
        <CreateTermDialog
          project={project}
          text=""
          targetTag={target?.languageTag ?? null}
          onClose={() => setAdding(false)}
        />
      )}
    </div>
  )
}
