import { useQuery } from "@tanstack/react-query"
import type { PermissionModel } from "../../base/api/contract.ts"
import { useText } from "../../base/texts/text.ts"
import { languagesQuery } from "../project/project-queries.ts"
import { fewestScopes } from "./scope-selection.ts"

interface PermissionSummaryProps {
  readonly permission: Pick<PermissionModel, "type" | "scopes">
}

/** A permission in a few words: its type, or how many scopes. */
export const PermissionSummary = ({ permission: { type, scopes } }: PermissionSummaryProps) => {
  const t = useText()
  return (
    <>
      {type === null
        ? t("permission.granular-count", { count: fewestScopes(scopes).length })
        : t(`permission-type.${type}`)}
    </>
  )
}

/** The languages that a permission may translate, by their tags. */
export const LanguageSummary = ({
  projectId,
  ids
}: {
  readonly projectId: number
  /** null: all. */
  readonly ids: ReadonlyArray<number> | null
}) => {
  const t = useText()
  const languages = useQuery(languagesQuery(projectId))
  if (ids === null) return <>{t("permission.all-languages")}</>
  const tags = languages.data?.filter(({ id }) => ids.includes(id)).map(({ tag }) => tag) ?? []
  return <bdi dir="ltr">{tags.join(", ")}</bdi>
}
