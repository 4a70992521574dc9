import { useQuery } from "@tanstack/react-query"
import { Link } from "@tanstack/react-router"
import { History, type LucideIcon, Mail, MessageSquare, Webhook } from "lucide-react"
import { type TextKey, useText } from "../../base/texts/text.ts"
import { useBranch } from "../../feature/branch/use-branch.ts"
import { languagesQuery, projectQuery } from "../../feature/project/project-queries.ts"
import { brokenWebhooksQuery, keyCountQuery, waitingInvitationsQuery } from "./dashboard-queries.ts"
import styles from "./dashboard-screen.module.css"

interface Attention {
  readonly id: string
  readonly icon: LucideIcon
  readonly text: TextKey
  /** Nothing is shown for 0 and for what is not known. */
  readonly count: number | null | undefined
  readonly to: string
  readonly search?: Readonly<Record<string, string>>
}

/** Lists what needs attention: failing webhooks, unresolved comments and the like. Hidden when there is nothing. */
export const AttentionList = ({ projectId }: { readonly projectId: number }) => {
  const t = useText()
  const { data: project } = useQuery(projectQuery(projectId))
  const { data: languages } = useQuery(languagesQuery(projectId))
  const branch = useBranch()
  const scopes = project?.computedPermission.scopes ?? []
  const tags = (languages ?? []).map(({ tag }) => tag)
  const translated = (languages ?? []).flatMap(({ tag, base }) => (base ? [] : [tag]))
  const mayList = scopes.includes("keys.view")
  const outdated = useQuery(keyCountQuery(projectId, branch, "filterOutdatedLanguage", mayList ? translated : []))
  const comments = useQuery(keyCountQuery(projectId, branch, "filterHasUnresolvedCommentsInLang", mayList ? tags : []))
  const webhooks = useQuery({ ...brokenWebhooksQuery(projectId), enabled: scopes.includes("webhooks.manage") })
  const invitations = useQuery({ ...waitingInvitationsQuery(projectId), enabled: scopes.includes("members.view") })
  const start = `/projects/${projectId}`
  const items: ReadonlyArray<Attention> = [
    {
      id: "outdated",
      icon: History,
      text: "dashboard.outdated",
      count: outdated.data,
      to: `${start}/translations`,
      search: { outdated: translated.join(",") }
    },
    {
      id: "comments",
      icon: MessageSquare,
      text: "dashboard.comments",
      count: comments.data,
      to: `${start}/translations`,
      search: { comments: tags.join(",") }
    },
    { id: "webhooks", icon: Webhook, text: "dashboard.webhooks", count: webhooks.data, to: `${start}/webhooks` },
    { id: "invitations", icon: Mail, text: "dashboard.invitations", count: invitations.data, to: `${start}/members` }
  ]
  const shown = items.filter(({ count }) => (count ?? 0) > 0)
  if (shown.length === 0) return null
  return (
    <section className={styles["section"]} aria-labelledby="dashboard-attention">
      <h2 id="dashboard-attention">{t("dashboard.attention")}</h2>
      <ul className={styles["attention"]}>
        {shown.map(({ id, icon: Icon, text, count, to, search }) => (
          <li key={id}>
            <Link to={to} {...(search === undefined ? {} : { search })} className={styles["attentionLink"]}>
              <Icon aria-hidden />
              {t(text, { count: count ?? 0 })}
            </Link>
          </li>
        ))}
      </ul>
    </section>
  )
}
