import {
  explainPermission,
  isScope,
  type PermissionType,
  permissionOfType,
  permissionTypes,
  type RuleReason,
  type Scope,
  scopes
} from "@dragoman/domain/permission"
import { useQuery } from "@tanstack/react-query"
import { getRouteApi, Link } from "@tanstack/react-router"
import { ArrowRight, CircleCheck, CircleX } from "lucide-react"
import { useState } from "react"
import { call } from "../../base/api/call.ts"
import type { LanguageModel, MemberModel, Response } from "../../base/api/contract.ts"
import { languageName, type Text, useText } from "../../base/texts/text.ts"
import { choiceOfPermission, toStoredPermission, withScope } from "../../feature/permission/permission-choice.ts"
import { languagesQuery, projectQuery } from "../../feature/project/project-queries.ts"
import { useUser } from "../../feature/session/session.ts"
import { lazyDialog } from "../../widget/toast/lazy-dialog.tsx"
import { Button } from "../../widget/ui/button.tsx"
import { CopyButton } from "../../widget/ui/copy-button.tsx"
import { QueryState } from "../../widget/ui/query-state.tsx"
import { Screen } from "../../widget/ui/screen.tsx"
import { Select } from "../../widget/ui/select.tsx"
import { memberListQuery, memberQuery, membersKey } from "../member/member-queries.ts"
import styles from "./explanation-screen.module.css"

const EditMemberDialog = lazyDialog(() => import("../member/edit-member-dialog.tsx"), "EditMemberDialog")
const InviteDialog = lazyDialog(() => import("../member/invite-dialog.tsx"), "InviteDialog")

const route = getRouteApi("/user/projects/$projectId/members/$userId/access")

type Explanation = Response<"permission", "explain">
type Remedy = Explanation["obstacles"][number]["remedies"][number]

const anyLanguage = "*"

/** Members that the choice offers; others are found through the list of members. */
const offeredMembersMax = 200

/** May a user do this, and why: the verdict, the rules that were looked at, and what would change it. */
export const ExplanationScreen = () => {
  const t = useText()
  const me = useUser()
  const navigate = route.useNavigate()
  const { projectId, userId: asked } = route.useParams()
  const userId = asked === "me" ? me.id : asked
  const { scope: named, language: languageTag } = route.useSearch()
  const scope = isScope(named) ? named : "translations.edit"
  const project = useQuery(projectQuery(projectId))
  const languages = useQuery(languagesQuery(projectId))
  const seesMembers = project.data?.computedPermission.scopes.includes("members.view") === true
  const members = useQuery({
    ...memberListQuery(projectId, { search: "", size: offeredMembersMax }),
    enabled: seesMembers
  })
  const member = useQuery({ ...memberQuery(projectId, userId), enabled: seesMembers })
  const language = languages.data?.find(({ tag }) => tag === languageTag) ?? null
  const explanation = useQuery({
    queryKey: [...membersKey(projectId), "explanation", userId, scope, language?.id ?? null],
    queryFn: ({ signal }) =>
      call(
        "permission",
        "explain",
        {
          params: { projectId },
          query: { userId, scope, ...(language === null ? {} : { languageId: language.id }) }
        },
        { signal }
      ),
    enabled: languageTag === undefined || languages.data !== undefined
  })
  const people = members.data?.rows ?? []
  const nameOf = ({ name, username }: { readonly name: string; readonly username: string }) => name || username
  const shownPeople = people.some(({ id }) => id === userId)
    ? people
    : [...(userId === me.id ? [me] : member.data ? [member.data] : []), ...people]
  const name = nameOf(shownPeople.find(({ id }) => id === userId) ?? { name: "", username: t("explanation.this-user") })
  return (
    <Screen
      title={t("explanation.title")}
      above={
        seesMembers ? (
          <Link to="/projects/$projectId/members" params={{ projectId }}>
            {t("member.title")}
          </Link>
        ) : undefined
      }
      actions={
        explanation.data !== undefined ? (
          <CopyButton text={asText(explanation.data, name, language, t)} label={t("explanation.copy")} />
        ) : undefined
      }
    >
      <div className={styles["question"]}>
        <Select
          label={t("explanation.may")}
          value={String(userId)}
          options={shownPeople.map((person) => ({ value: String(person.id), label: nameOf(person) }))}
          onChange={(id) =>
            navigate({ params: { projectId, userId: Number(id) }, search: (before) => before, resetScroll: false })
          }
        />
        <Select<Scope>
          label={t("explanation.do")}
          value={scope}
          options={scopes.map((value) => ({ value, label: t(`scope.${value}`) }))}
          onChange={(value) => navigate({ search: (before) => ({ ...before, scope: value }), resetScroll: false })}
        />
        <Select
          label={t("explanation.in")}
          value={language?.tag ?? anyLanguage}
          options={[
            { value: anyLanguage, label: t("explanation.no-language") },
            ...(languages.data ?? []).map(({ tag }) => ({
              value: tag,
              label: `${languageName(tag, t.language)} (${tag})`
            }))
          ]}
          onChange={(tag) =>
            navigate({
              search: (before) => ({ ...before, language: tag === anyLanguage ? undefined : tag }),
              resetScroll: false
            })
          }
        />
      </div>
      <QueryState query={explanation} skeleton="280px">
        {(data) => (
          <>
            <Verdict explanation={data} name={name} language={language} />
            <Obstacles
              projectId={projectId}
              explanation={data}
              member={member.data ?? null}
              mayEdit={project.data?.computedPermission.scopes.includes("members.edit") === true && userId !== me.id}
            />
            <Chain explanation={data} languages={languages.data ?? []} />
            {member.data && (
              <WhatIf key={userId} member={member.data} scope={scope} languageId={language?.id ?? null} />
            )}
          </>
        )}
      </QueryState>
    </Screen>
  )
}

const verdictText = (explanation: Explanation, name: string, language: LanguageModel | null, t: Text): string =>
  t(explanation.allowed ? "explanation.allowed" : "explanation.refused", {
    name,
    scope: t(`scope.${explanation.scope}`),
    language: language === null ? "none" : languageName(language.tag, t.language)
  })

interface VerdictProps {
  readonly explanation: Explanation
  readonly name: string
  readonly language: LanguageModel | null
}

const Verdict = ({ explanation, name, language }: VerdictProps) => {
  const t = useText()
  const Icon = explanation.allowed ? CircleCheck : CircleX
  return (
    <div className={`${styles["verdict"]} ${styles[explanation.allowed ? "good" : "bad"]}`} role="status">
      <Icon aria-hidden />
      <div>
        <p className={styles["word"]}>{t(explanation.allowed ? "explanation.yes" : "explanation.no")}</p>
        <p>{verdictText(explanation, name, language, t)}</p>
      </div>
    </div>
  )
}

interface ObstaclesProps {
  readonly projectId: number
  readonly explanation: Explanation
  /** null: I may not see members, or the user is none. */
  readonly member: MemberModel | null
  readonly mayEdit: boolean
}

const Obstacles = ({ projectId, explanation, member, mayEdit }: ObstaclesProps) => {
  const t = useText()
  const [dialog, setDialog] = useState<"edit" | "invite" | null>(null)
  const { scope, languageId, obstacles } = explanation
  if (obstacles.length === 0) return null
  const close = () => setDialog(null)
  return (
    <section className={styles["part"]} aria-labelledby="obstacles-title">
      <h2 id="obstacles-title">{t("explanation.obstacles")}</h2>
      <ul className={styles["obstacles"]}>
        {obstacles.map(({ code, remedies }) => (
          <li key={code} className={styles["obstacle"]}>
            <p>
              <strong>{t(`obstacle.${code}`, { scope: t(`scope.${scope}`) })}</strong>
            </p>
            <ul className={styles["remedies"]}>
              {remedies.map((remedy) => (
                <li key={remedy.code}>
                  <RemedyAction
                    remedy={remedy}
                    projectId={projectId}
                    canEdit={mayEdit && member !== null}
                    canInvite={mayEdit}
                    onOpen={setDialog}
                  />
                </li>
              ))}
            </ul>
          </li>
        ))}
      </ul>
      {dialog === "edit" && member !== null && (
        <EditMemberDialog
          projectId={projectId}
          member={member}
          initial={withScope(
            choiceOfPermission(member.directPermission ?? member.computedPermission),
            scope,
            languageId
          )}
          onClose={close}
        />
      )}
      {dialog === "invite" && (
        <InviteDialog
          projectId={projectId}
          initial={withScope(choiceOfPermission(null), scope, languageId)}
          onClose={close}
        />
      )}
    </section>
  )
}

/** Remedies that change the direct permission of the member. */
const editing: ReadonlySet<string> = new Set([
  "CHANGE_DIRECT_PERMISSION",
  "RESET_DIRECT_PERMISSION",
  "SET_DIRECT_PERMISSION",
  "ADD_LANGUAGE"
])

interface RemedyActionProps {
  readonly remedy: Remedy
  readonly projectId: number
  readonly canEdit: boolean
  readonly canInvite: boolean
  readonly onOpen: (dialog: "edit" | "invite") => void
}

/** A remedy as the button that opens its form; a sentence where it is not mine to do. */
const RemedyAction = ({ remedy: { code }, projectId, canEdit, canInvite, onOpen }: RemedyActionProps) => {
  const t = useText()
  const text = t(`remedy.${code as RemedyCode}`)
  if (editing.has(code) && canEdit) return <Button onPress={() => onOpen("edit")}>{text}</Button>
  if (code === "INVITE_TO_PROJECT" && canInvite) return <Button onPress={() => onOpen("invite")}>{text}</Button>
  if (code === "MAKE_KEY_WITH_SCOPE") {
    return (
      <Link to="/projects/$projectId/api-keys" params={{ projectId }}>
        {text}
      </Link>
    )
  }
  return <span>{text}</span>
}

type RemedyCode = ReturnType<typeof explainPermission>["obstacles"][number]["remedies"][number]["code"]

interface ChainProps {
  readonly explanation: Explanation
  readonly languages: ReadonlyArray<LanguageModel>
}

const Chain = ({ explanation, languages }: ChainProps) => {
  const t = useText()
  const { rules, scopePath, language, key } = explanation
  return (
    <section className={styles["part"]} aria-labelledby="chain-title">
      <h2 id="chain-title">{t("explanation.chain")}</h2>
      <ol className={styles["chain"]}>
        {rules.map(({ rule, state, reason, type, scopes: granted }) => (
          <li key={rule} className={`${styles["rule"]} ${styles[state]}`}>
            <p className={styles["head"]}>
              <strong>{t(`origin.${rule}`)}</strong>
              <span className={styles["state"]}>{t(`explanation.${state}`)}</span>
            </p>
            <p>{t(`reason.${reason as RuleReason}`)}</p>
            {state !== "NOT_APPLICABLE" && (
              <p className={styles["small"]}>
                {type !== null
                  ? t(`permission-type.${type}`)
                  : granted !== null && granted.length > 0
                    ? new Intl.ListFormat(t.language).format(granted.map((scope) => t(`scope.${scope}`)))
                    : null}
              </p>
            )}
          </li>
        ))}
      </ol>
      {scopePath !== null && scopePath.length > 1 && (
        <p className={styles["path"]}>
          <span>{t("explanation.path")}</span>
          {scopePath.map((scope, index) => (
            <span key={scope} className={styles["step"]}>
              {index > 0 && <ArrowRight aria-hidden className={styles["arrow"]} />}
              {t(`scope.${scope}`)}
            </span>
          ))}
        </p>
      )}
      {language !== null && (
        <p>
          {language.languageIds === null
            ? t("explanation.all-languages")
            : t("explanation.some-languages", {
                languages: new Intl.ListFormat(t.language).format(
                  languages
                    .filter(({ id }) => language.languageIds?.includes(id))
                    .map(({ tag }) => languageName(tag, t.language))
                )
              })}
        </p>
      )}
      {key !== null && <p>{t("explanation.key")}</p>}
    </section>
  )
}

interface WhatIfProps {
  readonly member: MemberModel
  readonly scope: Scope
  readonly languageId: number | null
}

/** Shows the decision that another direct permission would give, by the same rules. */
const WhatIf = ({ member, scope, languageId }: WhatIfProps) => {
  const t = useText()
  const [type, setType] = useState<PermissionType | "none">("none")
  const { allowed, origin } = explainPermission(
    {
      organizationRole: member.organizationRole,
      basePermission: toStoredPermission(member.organizationBasePermission),
      directPermission: type === "none" ? null : permissionOfType(type),
      serverRole: "USER"
    },
    scope,
    languageId
  )
  return (
    <section className={styles["part"]} aria-labelledby="what-if-title">
      <h2 id="what-if-title">{t("explanation.what-if")}</h2>
      <div className={styles["question"]}>
        <Select<PermissionType | "none">
          label={t("explanation.if-direct")}
          value={type}
          onChange={setType}
          options={[
            { value: "none", label: t("explanation.if-none") },
            ...permissionTypes.map((value) => ({ value, label: t(`permission-type.${value}`) }))
          ]}
        />
        <p className={styles["then"]} role="status">
          <strong>{t(allowed ? "explanation.yes" : "explanation.no")}</strong> ·{" "}
          {t("explanation.then", { rule: t(`origin.${origin}`) })}
        </p>
      </div>
    </section>
  )
}

/** Prints the explanation for a ticket or a chat. */
const asText = (explanation: Explanation, name: string, language: LanguageModel | null, t: Text): string =>
  [
    `${t(explanation.allowed ? "explanation.yes" : "explanation.no")}: ${verdictText(explanation, name, language, t)}`,
    ...explanation.rules.map(
      ({ rule, state, reason }) =>
        `- ${t(`origin.${rule}`)} (${t(`explanation.${state}`)}): ${t(`reason.${reason as RuleReason}`)}`
    ),
    ...explanation.obstacles.flatMap(({ code, remedies }) => [
      `* ${t(`obstacle.${code}`, { scope: t(`scope.${explanation.scope}`) })}`,
      ...remedies.map((remedy) => `  > ${t(`remedy.${remedy.code as RemedyCode}`)}`)
    ])
  ].join("\n")
