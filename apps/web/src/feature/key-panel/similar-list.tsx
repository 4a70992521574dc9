import { useQuery } from "@tanstack/react-query"
import { Link } from "@tanstack/react-router"
import type { FoundKeyModel, LanguageModel, ListedKeyModel, ProjectModel } from "../../base/api/contract.ts"
import { useText } from "../../base/texts/text.ts"
import { Button } from "../../widget/ui/button.tsx"
import { Skeleton } from "../../widget/ui/skeleton.tsx"
import { ErrorState } from "../../widget/ui/states.tsx"
import { useBranch } from "../branch/use-branch.ts"
import { AllSuggestions } from "../memory-suggestion/all-suggestions.tsx"
import { getsSuggestions } from "../memory-suggestion/suggestion-queries.ts"
import panelStyles from "./key-panel.module.css"
import { similarKeysQuery } from "./panel-queries.ts"
import styles from "./similar-list.module.css"

interface SimilarListProps {
  readonly project: ProjectModel
  readonly listedKey: ListedKeyModel
  readonly language: LanguageModel
  /** The text that others are compared with: that of the base language; null: there is none. */
  readonly baseText: string | null
  readonly baseLanguageTag: string
  /** Why the text cannot be written; null: it can. */
  readonly obstacle: string | null
  readonly onUse: (text: string) => void
}

/** Texts like this one, and how they were translated: what was translated once can be used again. */
export const SimilarList = (props: SimilarListProps) => {
  const { project, listedKey, language, baseText, baseLanguageTag, obstacle, onUse } = props
  if (baseText === null || !getsSuggestions(project, language)) return <SimilarKeys {...props} />
  return (
    <AllSuggestions
      project={project}
      keyId={listedKey.keyId}
      language={language}
      base={{ text: baseText, languageTag: baseLanguageTag }}
      obstacle={obstacle}
      onUse={onUse}
    />
  )
}

/** The same by the search, for users whom the memory suggests nothing. */
const SimilarKeys = ({ project, listedKey, language, baseText, ...props }: SimilarListProps) => {
  const t = useText()
  const similar = useQuery(similarKeysQuery(project.id, useBranch(), baseText, language.tag))
  if (baseText === null) return <p className={panelStyles["quiet"]}>{t("similar.no-base")}</p>
  if (similar.isError) return <ErrorState error={similar.error} onRetry={() => similar.refetch()} />
  if (similar.data === undefined) return <Skeleton height="120px" />
  const others = similar.data.filter(({ id }) => id !== listedKey.keyId)
  if (others.length === 0) return <p className={panelStyles["quiet"]}>{t("similar.empty")}</p>
  return (
    <ul className={styles["list"]} aria-label={t("similar.title")}>
      {others.map((found) => (
        <SimilarKey
          key={found.id}
          found={found}
          projectId={project.id}
          language={language}
          baseLanguageTag={props.baseLanguageTag}
          canUse={found.plural === listedKey.keyIsPlural && !language.base}
          obstacle={props.obstacle}
          onUse={props.onUse}
        />
      ))}
    </ul>
  )
}

interface SimilarKeyProps extends Pick<SimilarListProps, "language" | "baseLanguageTag" | "obstacle" | "onUse"> {
  readonly found: FoundKeyModel
  readonly projectId: number
  /** Whether the text fits the key: a plural has several forms. */
  readonly canUse: boolean
}

const SimilarKey = ({ found, projectId, language, baseLanguageTag, canUse, obstacle, onUse }: SimilarKeyProps) => {
  const t = useText()
  const { id, name, baseTranslation, translation } = found
  return (
    <li className={styles["similar"]}>
      <Link
        to="/projects/$projectId/keys/$keyId"
        params={{ projectId, keyId: id }}
        search={{ language: language.tag }}
        className={styles["name"]}
      >
        <bdi dir="ltr">{name}</bdi>
      </Link>
      {baseTranslation !== null && (
        <p lang={baseLanguageTag} dir="auto" className={panelStyles["quiet"]}>
          {baseTranslation}
        </p>
      )}
      {!language.base &&
        (translation === null || translation === "" ? (
          <p className={panelStyles["quiet"]}>{t("similar.not-translated")}</p>
        ) : (
          <p lang={language.tag} dir="auto">
            {translation}
          </p>
        ))}
      {canUse && translation !== null && translation !== "" && (
        <div>
          <Button disabledReason={obstacle} onPress={() => onUse(translation)}>
            {t("similar.use")}
          </Button>
        </div>
      )}
    </li>
  )
}
