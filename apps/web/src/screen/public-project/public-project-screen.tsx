import { useInfiniteQuery, useQuery } from "@tanstack/react-query"
import { getRouteApi, Link } from "@tanstack/react-router"
import { useState } from "react"
import { call } from "../../base/api/call.ts"
import type { PublicProjectModel, PublicTranslationsModel } from "../../base/api/contract.ts"
import { directionOf, languageName, useText } from "../../base/texts/text.ts"
import { publicProjectQuery } from "../../feature/public-project/public-project-query.ts"
import { userQuery } from "../../feature/session/session.ts"
import { usePausedText } from "../../widget/form/paused-text.ts"
import { Button } from "../../widget/ui/button.tsx"
import { Logo } from "../../widget/ui/logo.tsx"
import { ScreenTitle } from "../../widget/ui/screen-title.tsx"
import { Select } from "../../widget/ui/select.tsx"
import { Skeleton } from "../../widget/ui/skeleton.tsx"
import { EmptyState, ErrorState } from "../../widget/ui/states.tsx"
import { TextField } from "../../widget/ui/text-field.tsx"
import styles from "./public-project.module.css"
import { SuggestText } from "./suggest-text.tsx"

const route = getRouteApi("/public-projects/$projectId")

type PublicLanguage = PublicProjectModel["languages"][number]
type PublicKey = PublicTranslationsModel["_embedded"]["keys"][number]

/** The texts of a public project, read-only; users who are logged in suggest texts. */
export const PublicProjectScreen = () => {
  const { projectId } = route.useParams()
  const { data: project } = useQuery(publicProjectQuery(projectId))
  return project === undefined ? null : <PublicProject key={project.id} project={project} />
}

const PublicProject = ({ project }: { readonly project: PublicProjectModel }) => {
  const t = useText()
  const user = useQuery(userQuery)
  const { to = `/projects/${project.id}` } = route.useSearch()
  const [search, setSearch] = useState("")
  const [typed, setTyped] = usePausedText(search, setSearch)
  const others = project.languages.filter((language) => !language.base)
  const [tag, setTag] = useState(others[0]?.tag ?? "")
  const shown = project.languages.filter((language) => language.base || language.tag === tag)
  const language = others.find((other) => other.tag === tag)
  const isLoggedIn = user.data !== undefined && user.data !== null
  return (
    <div className={styles["page"]}>
      <header className={styles["header"]}>
        <Logo />
        {user.data === null && (
          <Link to="/login" search={{ to }}>
            {t(project.takesSuggestions ? "public.log-in-to-suggest" : "login.title")}
          </Link>
        )}
        {isLoggedIn && <Link to="/">{t("public.own-projects")}</Link>}
      </header>
      <main id="main" className={styles["main"]}>
        <ScreenTitle>{project.name}</ScreenTitle>
        {project.description !== null && <p>{project.description}</p>}
        <p className={styles["hint"]}>{t("public.count", { count: project.keyCount })}</p>
        <div className={styles["filters"]}>
          {language !== undefined && (
            <Select
              label={t("dashboard.language")}
              value={tag}
              options={others.map((other) => ({ value: other.tag, label: languageName(other.tag, t.language) }))}
              onChange={setTag}
            />
          )}
          <TextField label={t("shortcuts.search")} type="search" value={typed} onChange={setTyped} />
        </div>
        {language !== undefined && (
          <p className={styles["hint"]}>
            {t("public.progress", {
              translated: language.translatedPercentage / 100,
              reviewed: language.reviewedPercentage / 100
            })}
          </p>
        )}
        <KeyList
          projectId={project.id}
          languages={shown}
          search={search}
          suggestsIn={isLoggedIn && project.takesSuggestions ? shown : []}
        />
      </main>
    </div>
  )
}

interface KeyListProps {
  readonly projectId: number
  readonly languages: ReadonlyArray<PublicLanguage>
  readonly search: string
  /** Languages in which the user can suggest texts. */
  readonly suggestsIn: ReadonlyArray<PublicLanguage>
}

const pageKeys = 50

const KeyList = ({ projectId, languages, search, suggestsIn }: KeyListProps) => {
  const t = useText()
  const tags = languages.map(({ tag }) => tag)
  const list = useInfiniteQuery({
    queryKey: ["public-project", projectId, "translations", tags, search],
    queryFn: ({ signal, pageParam }) =>
      call(
        "publicProject",
        "listTranslations",
        {
          params: { projectId },
          query: {
            languages: tags,
            size: pageKeys,
            ...(search === "" ? {} : { search }),
            ...(pageParam === null ? {} : { cursor: pageParam })
          }
        },
        { signal, withoutDialogs: true }
      ),
    initialPageParam: null as string | null,
    getNextPageParam: (last) => (last._embedded.keys.length < pageKeys ? null : last.nextCursor)
  })
  const keys = list.data?.pages.flatMap(({ _embedded }) => _embedded.keys)
  if (list.isError) return <ErrorState error={list.error} onRetry={() => list.refetch()} />
  if (keys === undefined) {
    return (
      <div aria-busy="true">
        <Skeleton height="400px" />
      </div>
    )
  }
  if (keys.length === 0) return <EmptyState title={t("public.no-keys")} />
  return (
    <>
      <ul className={styles["keys"]}>
        {keys.map((key) => (
          <KeyItem key={key.keyId} projectId={projectId} item={key} languages={languages} suggestsIn={suggestsIn} />
        ))}
      </ul>
      {list.hasNextPage && (
        <div>
          <Button isPending={list.isFetchingNextPage} onPress={() => list.fetchNextPage()}>
            {t("comment.more")}
          </Button>
        </div>
      )}
    </>
  )
}

interface KeyItemProps extends Pick<KeyListProps, "projectId" | "languages" | "suggestsIn"> {
  readonly item: PublicKey
}

const KeyItem = ({ projectId, item, languages, suggestsIn }: KeyItemProps) => {
  const t = useText()
  const { keyId, keyName, keyNamespace, keyDescription, translations } = item
  return (
    <li className={styles["key"]}>
      <h2 className={styles["name"]}>
        <bdi dir="ltr">{keyNamespace === null ? keyName : `${keyNamespace}: ${keyName}`}</bdi>
      </h2>
      {keyDescription !== null && <p className={styles["hint"]}>{keyDescription}</p>}
      <dl className={styles["texts"]}>
        {languages.map(({ id, tag }) => {
          const shown = translations[tag]
          const language = languageName(tag, t.language)
          const maySuggest = shown?.state !== "DISABLED" && suggestsIn.some((one) => one.id === id)
          return (
            <div key={tag}>
              <dt>{language}</dt>
              <dd>
                {shown?.text ? (
                  <span lang={tag} dir={directionOf(tag)} className={styles["text"]}>
                    {shown.text}
                  </span>
                ) : (
                  <span className={styles["hint"]}>{t("translations.no-text")}</span>
                )}
                {maySuggest && (
                  <SuggestText
                    place={{ projectId, languageId: id, keyId }}
                    language={language}
                    keyName={keyName}
                    text={shown?.text ?? ""}
                  />
                )}
              </dd>
            </div>
          )
        })}
      </dl>
    </li>
  )
}
