import { useQuery, useQueryClient } from "@tanstack/react-query"
import { call } from "../../base/api/call.ts"
import type { LanguageModel } from "../../base/api/contract.ts"
import { languageName, useText } from "../../base/texts/text.ts"
import { useBranch } from "../../feature/branch/use-branch.ts"
import { projectStatsQuery } from "../../feature/project/project-queries.ts"
import { ConfirmDialog } from "../../widget/form/confirm-dialog.tsx"
import { showToast } from "../../widget/toast/toast.ts"
import { Callout } from "../../widget/ui/callout.tsx"
import { Skeleton } from "../../widget/ui/skeleton.tsx"

interface RemoveLanguageDialogProps {
  readonly projectId: number
  readonly language: LanguageModel
  readonly onClose: () => void
}

/** Says what is lost with a language. Its tag has to be typed when it has texts, or when that is not known. */
export const RemoveLanguageDialog = ({ projectId, language, onClose }: RemoveLanguageDialogProps) => {
  const t = useText()
  const client = useQueryClient()
  const stats = useQuery({ ...projectStatsQuery(projectId, useBranch()), staleTime: 0 })
  const own = stats.isFetching
    ? undefined
    : stats.data?.languageStats.find(({ languageId }) => languageId === language.id)
  const texts = own === undefined ? null : own.translatedKeyCount + own.reviewedKeyCount
  const name = languageName(language.tag, t.language)
  const remove = async () => {
    await call("language", "delete", { params: { projectId, languageId: language.id } })
    showToast({ kind: "done", text: t("language.removed", { language: name }) })
    // Permissions that were limited to it are others now, too.
    await client.invalidateQueries({ queryKey: ["project", projectId] })
  }
  return (
    <ConfirmDialog
      title={t("language.remove-of", { language: name })}
      action={t("language.remove")}
      {...(texts === 0 ? {} : { typed: language.tag })}
      onConfirm={remove}
      onClose={onClose}
    >
      {stats.isFetching ? (
        <Skeleton height="48px" />
      ) : (
        <Callout kind={texts === 0 ? "info" : "warning"}>
          {texts === null ? t("language.remove-unknown") : t("language.remove-hint", { count: texts })}
        </Callout>
      )}
      <p>{t("language.remove-permissions")}</p>
    </ConfirmDialog>
  )
}
