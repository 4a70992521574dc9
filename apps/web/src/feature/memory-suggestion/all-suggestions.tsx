import { useQuery } from "@tanstack/react-query"
import { Link } from "@tanstack/react-router"
import type { LanguageModel, ProjectModel } from "../../base/api/contract.ts"
import { useText } from "../../base/texts/text.ts"
import { Button } from "../../widget/ui/button.tsx"
import { Skeleton } from "../../widget/ui/skeleton.tsx"
import { ErrorState } from "../../widget/ui/states.tsx"
import styles from "./all-suggestions.module.css"
import { suggestionsQuery } from "./suggestion-queries.ts"
import { type BaseOfSuggestions, isOfProject, SuggestionOrigin, SuggestionText } from "./suggestion-text.tsx"

interface AllSuggestionsProps {
  readonly project: ProjectModel
  readonly keyId: number
  readonly language: LanguageModel
  readonly base: BaseOfSuggestions
  /** Why the text cannot be written; null: it can. */
  readonly obstacle: string | null
  readonly onUse: (text: string) => void
}

/** All suggestions of the translation memory for a text, each with the way to its key. */
export const AllSuggestions = ({ project, keyId, language, base, obstacle, onUse }: AllSuggestionsProps) => {
  const t = useText()
  const query = useQuery(suggestionsQuery(project.id, keyId, language.id, base.text))
  if (query.isError) return <ErrorState error={query.error} onRetry={() => query.refetch()} />
  if (query.data === undefined) return <Skeleton height="120px" />
  if (query.data.length === 0) return <p className={styles["quiet"]}>{t("similar.empty")}</p>
  return (
    <ul className={styles["list"]} aria-label={t("similar.title")}>
      {query.data.map((suggestion) => (
        <li key={`${suggestion.baseText}\n${suggestion.targetText}`} className={styles["suggestion"]}>
          <div className={styles["row"]}>
            <SuggestionText
              suggestion={suggestion}
              base={base}
              languageTag={language.tag}
              isIcu={project.icuPlaceholders}
            />
          </div>
          <div className={styles["end"]}>
            {suggestion.keyName !== "" && isOfProject(suggestion, project.name) ? (
              <Link
                to="/projects/$projectId/translations"
                params={{ projectId: project.id }}
                search={{ q: suggestion.keyName, in: "names" }}
              >
                <bdi dir="ltr">{suggestion.keyName}</bdi>
              </Link>
            ) : (
              <SuggestionOrigin suggestion={suggestion} projectName={project.name} />
            )}
            <Button disabledReason={obstacle} onPress={() => onUse(suggestion.targetText)}>
              {t("similar.use")}
            </Button>
          </div>
        </li>
      ))}
    </ul>
  )
}
