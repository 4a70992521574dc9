import { useQuery } from "@tanstack/react-query"
import { useRouter } from "@tanstack/react-router"
import { Search } from "lucide-react"
import { useState } from "react"
import { Autocomplete, Dialog, Input, Menu, Modal, ModalOverlay, SearchField } from "react-aria-components"
import { call } from "../base/api/call.ts"
import { changePreferences, usePreferences } from "../base/preference/preference.ts"
import { languageName, useText } from "../base/texts/text.ts"
import { useBranch } from "../feature/branch/use-branch.ts"
import { languagesQuery, projectQuery } from "../feature/project/project-queries.ts"
import { logOut, useUser } from "../feature/session/session.ts"
import { usePaused } from "../widget/form/paused-value.ts"
import { showToast } from "../widget/toast/toast.ts"
import dialogStyles from "../widget/ui/dialog.module.css"
import { errorSentence } from "../widget/ui/error-details.tsx"
import { MenuItem, MenuSection } from "../widget/ui/menu.tsx"
import styles from "./command-palette.module.css"
import {
  closestFirst,
  keysComeFirst,
  matchingEntries,
  type PaletteEntry,
  parsePaletteInput
} from "./palette-entries.ts"
import { useProjectScreens } from "./project-screens.ts"
import { recentEntries, rememberEntry } from "./recent-entries.ts"

interface CommandPaletteProps {
  /** null: outside of projects. */
  readonly projectId: number | null
  readonly onShortcuts: () => void
  readonly onClose: () => void
}

interface Section {
  readonly title: string
  readonly entries: ReadonlyArray<PaletteEntry>
}

/** The server is asked once the typing pauses. */
const pauseMillis = 150
const foundMax = 8

/** One field for everything: actions, screens, projects, keys, languages, tags and people. */
export const CommandPalette = ({ projectId, onShortcuts, onClose }: CommandPaletteProps) => {
  const t = useText()
  const router = useRouter()
  const [input, setInput] = useState("")
  const { mode, search } = parsePaletteInput(input)
  const local = useLocalSections(projectId, onShortcuts)
  const found = useFoundSections(projectId, mode, usePaused(search, pauseMillis))
  const recent = { title: t("palette.recent"), entries: input === "" ? recentEntries() : [] }
  const own = (mode === "actions" ? [local.actions] : [local.screens, local.actions, local.languages]).map(
    ({ title, entries }) => ({ title, entries: closestFirst(matchingEntries(entries, search), search) })
  )
  const { keys, others } = found
  const sections: ReadonlyArray<Section> =
    mode === "tags" || mode === "people"
      ? others
      : keysComeFirst(keys.entries, own[0]?.entries ?? [], search)
        ? [recent, keys, ...own, ...others]
        : [recent, ...own, keys, ...others]
  // The same place twice would have the same id.
  const seen = new Set<string>()
  const shown = sections
    .map(({ title, entries }) => ({
      title,
      entries: entries.filter(({ id }) => !seen.has(id) && seen.add(id))
    }))
    .filter(({ entries }) => entries.length > 0)
  const all = shown.flatMap(({ entries }) => entries)

  const choose = (id: string) => {
    const entry = all.find((one) => one.id === id)
    if (entry === undefined) return
    onClose()
    rememberEntry(entry)
    if (entry.href === undefined) entry.run?.()
    else router.history.push(entry.href)
  }
  return (
    <ModalOverlay
      className={`${dialogStyles["backdrop"]} ${styles["backdrop"]}`}
      isOpen
      isDismissable
      onOpenChange={(isOpen) => {
        if (!isOpen) onClose()
      }}
    >
      <Modal className={`${dialogStyles["modal"]} ${styles["modal"]}`}>
        <Dialog aria-label={t("palette.title")} className={styles["palette"] ?? ""}>
          <Autocomplete inputValue={input} onInputChange={setInput}>
            <SearchField
              aria-label={t("palette.title")}
              autoFocus
              className={styles["field"] ?? ""}
              // Escape closes the palette, also while something is typed.
              onKeyDown={(event) => {
                if (event.key === "Escape") onClose()
              }}
            >
              <Search aria-hidden />
              <Input className={styles["input"] ?? ""} placeholder={t("palette.placeholder")} />
            </SearchField>
            <Menu
              aria-label={t("palette.results")}
              className={styles["list"] ?? ""}
              onAction={(id) => choose(String(id))}
              renderEmptyState={() => (
                <p className={styles["empty"]}>{found.isPending ? t("palette.searching") : t("palette.no-match")}</p>
              )}
            >
              {shown.map(({ title, entries }) => (
                <MenuSection key={title} title={title}>
                  {entries.map((entry) => (
                    <MenuItem key={entry.id} id={entry.id} textValue={entry.title}>
                      <span className={styles["entry"]}>
                        <bdi className={styles["name"]}>{entry.title}</bdi>
                        {entry.hint !== undefined && <bdi className={styles["hint"]}>{entry.hint}</bdi>}
                      </span>
                    </MenuItem>
                  ))}
                </MenuSection>
              ))}
            </Menu>
          </Autocomplete>
          <p className={styles["help"]}>{t("palette.help")}</p>
        </Dialog>
      </Modal>
    </ModalOverlay>
  )
}

/** Entries that need no request: shown at once. */
const useLocalSections = (projectId: number | null, onShortcuts: () => void) => {
  const t = useText()
  const { globalServerRole } = useUser()
  const { theme } = usePreferences()
  const { data: project } = useQuery({ ...projectQuery(projectId ?? 0), enabled: projectId !== null })
  const { data: languages } = useQuery({ ...languagesQuery(projectId ?? 0), enabled: projectId !== null })
  const address = useBranchAddress()
  const start = `/projects/${projectId}`
  const scopes = project?.computedPermission.scopes ?? []
  const screen = (href: string, title: string, hint?: string): PaletteEntry => ({
    id: href,
    title,
    href,
    ...(hint === undefined ? {} : { hint })
  })
  const ofProject = useProjectScreens(project)
  const screens = [
    ...(project === undefined
      ? []
      : ofProject.map(({ to, title }) =>
          screen(address(to.replace("$projectId", String(projectId))), t(title), project.name)
        )),
    screen("/", t("projects.title")),
    screen("/my-tasks", t("task.mine")),
    screen("/organizations", t("server.organizations")),
    screen("/account/profile", t("account.profile"), t("account.menu")),
    screen("/account/password", t("account.password"), t("account.menu")),
    screen("/account/security", t("account.security"), t("account.menu")),
    screen("/account/sessions", t("account.sessions"), t("account.menu")),
    screen("/account/tokens", t("account.tokens"), t("account.menu")),
    screen("/account/connection", t("account.connection"), t("account.menu")),
    screen("/account/preferences", t("preferences.title"), t("account.menu")),
    ...(globalServerRole === "ADMIN"
      ? [
          screen("/server/users", t("server.users"), t("server.title")),
          screen("/server/organizations", t("server.organizations"), t("server.title")),
          screen("/server/health", t("server.health"), t("server.title")),
          screen("/server/findings", t("server.findings"), t("server.title")),
          screen("/server/sizes", t("server.sizes"), t("server.title")),
          screen("/server/settings", t("server.settings"), t("server.title")),
          screen("/server/audit-log", t("audit.title"), t("server.title"))
        ]
      : [])
  ]
  const actions: ReadonlyArray<PaletteEntry> = [
    { id: "action:shortcuts", title: t("shortcuts.list"), run: onShortcuts },
    {
      id: "action:theme",
      title: theme === "dark" ? t("palette.light") : t("palette.dark"),
      run: () => changePreferences({ theme: theme === "dark" ? "light" : "dark" })
    },
    {
      id: "action:log-out",
      title: t("account.log-out"),
      run: () => logOut().catch((error) => showToast({ kind: "failed", text: errorSentence(error, t), error }))
    }
  ]
  const languageEntries = scopes.includes("keys.view")
    ? (languages ?? []).map(({ tag }) => ({
        id: `language:${tag}`,
        title: languageName(tag, t.language),
        hint: tag,
        href: address(`${start}/translations`, { languages: tag })
      }))
    : []
  return {
    screens: { title: t("palette.go-to"), entries: screens },
    actions: { title: t("palette.actions"), entries: actions },
    languages: { title: t("filter.languages"), entries: languageEntries }
  }
}

/** Makes addresses inside of the project, which keep its branch as links do. */
const useBranchAddress = () => {
  const branch = useBranch()
  return (path: string, search: Readonly<Record<string, string>> = {}): string => {
    const parameters = new URLSearchParams({ ...search, ...(branch === undefined ? {} : { branch }) })
    return parameters.size === 0 ? path : `${path}?${parameters}`
  }
}

/** Entries that the server finds. */
const useFoundSections = (projectId: number | null, mode: string, search: string) => {
  const t = useText()
  const { data: project } = useQuery({ ...projectQuery(projectId ?? 0), enabled: projectId !== null })
  const branch = useBranch()
  const address = useBranchAddress()
  const start = `/projects/${projectId}`
  const may = (scope: "keys.view" | "members.view" | "activity.view") =>
    project?.computedPermission.scopes.includes(scope) ?? false
  const isSearching = search !== ""
  const projects = useQuery({
    queryKey: ["palette", "projects", search],
    queryFn: async ({ signal }) =>
      (await call("project", "list", { query: { size: foundMax, search } }, { signal }))._embedded?.projects ?? [],
    enabled: mode === "everything" && isSearching
  })
  const keys = useQuery({
    queryKey: ["palette", "keys", projectId, branch, search],
    queryFn: async ({ signal }) => {
      const request = { params: { projectId: projectId ?? 0 }, query: { size: foundMax, search, branch } }
      return (await call("keySearch", "search", request, { signal }))._embedded?.keys ?? []
    },
    enabled: mode === "everything" && isSearching && may("keys.view")
  })
  const tags = useQuery({
    queryKey: ["palette", "tags", projectId, search],
    queryFn: async ({ signal }) => {
      const request = { params: { projectId: projectId ?? 0 }, query: { size: foundMax, search } }
      return (await call("tag", "list", request, { signal }))._embedded?.tags ?? []
    },
    enabled: mode === "tags" && may("keys.view")
  })
  const people = useQuery({
    queryKey: ["palette", "people", projectId, search],
    queryFn: async ({ signal }) => {
      const request = { params: { projectId: projectId ?? 0 }, query: { size: foundMax, search } }
      return (await call("member", "list", request, { signal }))._embedded?.users ?? []
    },
    enabled: mode === "people" && may("members.view") && may("activity.view")
  })
  const keySection: Section = {
    title: t("palette.keys"),
    entries: closestFirst(
      (keys.data ?? []).map(({ id, name, baseTranslation }) => ({
        id: `key:${id}`,
        title: name,
        ...(baseTranslation === null ? {} : { hint: baseTranslation }),
        href: address(`${start}/keys/${id}`)
      })),
      search
    )
  }
  const others: ReadonlyArray<Section> = [
    {
      title: t("projects.title"),
      entries: (projects.data ?? []).map(({ id, name, organizationOwner }) => ({
        id: `/projects/${id}`,
        title: name,
        ...(organizationOwner === null ? {} : { hint: organizationOwner.name }),
        href: `/projects/${id}`
      }))
    },
    {
      title: t("palette.tags"),
      entries: (tags.data ?? []).map(({ name }) => ({
        id: `tag:${name}`,
        title: name,
        href: address(`${start}/translations`, { tag: name })
      }))
    },
    {
      title: t("palette.people"),
      entries: (people.data ?? []).map(({ id, name, username }) => ({
        id: `person:${id}`,
        title: name || username,
        hint: t("activity.title"),
        href: address(`${start}/activity`, { author: String(id) })
      }))
    }
  ]
  return { keys: keySection, others, isPending: [projects, keys, tags, people].some(({ isLoading }) => isLoading) }
}
