import type { ServerRole } from "@dragoman/domain/permission"
import { keepPreviousData, useQuery, useQueryClient } from "@tanstack/react-query"
import { useNavigate } from "@tanstack/react-router"
import { MoreHorizontal } from "lucide-react"
import { useState } from "react"
import { call } from "../../base/api/call.ts"
import type { AdministeredUserModel } from "../../base/api/contract.ts"
import { type TextKey, useText } from "../../base/texts/text.ts"
import { actAs } from "../../feature/session/acting.ts"
import { useUser } from "../../feature/session/session.ts"
import { lazyDialog } from "../../widget/toast/lazy-dialog.tsx"
import { showToast } from "../../widget/toast/toast.ts"
import { useWrite } from "../../widget/toast/use-write.ts"
import { AvatarName } from "../../widget/ui/avatar-name.tsx"
import { Button, IconButton } from "../../widget/ui/button.tsx"
import { errorSentence } from "../../widget/ui/error-details.tsx"
import { Menu, MenuItem } from "../../widget/ui/menu.tsx"
import { SearchedList, useListSearch } from "../../widget/ui/searched-list.tsx"
import { Select } from "../../widget/ui/select.tsx"
import { Table } from "../../widget/ui/table.tsx"
import { Time } from "../../widget/ui/time.tsx"
import styles from "./server.module.css"
import { ServerFrame } from "./server-frame.tsx"
import { serverRolesOffered, serverRoleText } from "./server-role-text.ts"
import type { UserAction } from "./user-dialogs.tsx"

const UserDialog = lazyDialog(() => import("./user-dialogs.tsx"), "UserDialog")

const usersKey = ["administered-users"]
const usersPerPage = 50

/** The choices of listed users, each with its filters. */
const shownUsers = {
  all: {},
  active: { filterDisabled: false },
  disabled: { filterDisabled: true },
  administrators: { filterRole: "ADMIN" }
} as const

type ShownUsers = keyof typeof shownUsers

const shownTexts: Readonly<Record<ShownUsers, TextKey>> = {
  all: "server.show-all",
  active: "server.show-active",
  disabled: "server.show-disabled",
  administrators: "server.show-administrators"
}

/** All users of the server: their roles, and whether they may log in. */
export const UsersScreen = () => {
  const t = useText()
  const client = useQueryClient()
  const me = useUser()
  const list = useListSearch(usersPerPage)
  const [action, setAction] = useState<UserAction | null>(null)
  const [shown, setShown] = useState<ShownUsers>("all")
  const users = useQuery({
    queryKey: [...usersKey, shown, list.search, list.size],
    queryFn: async ({ signal }) => {
      const sort = [{ property: "name", direction: "asc" }] as const
      const query = { size: list.size, sort, ...(list.search && { search: list.search }), ...shownUsers[shown] }
      const { _embedded, page } = await call("administration", "listUsers", { query }, { signal })
      return { rows: _embedded.users, total: page.totalElements }
    },
    placeholderData: keepPreviousData
  })
  const navigate = useNavigate()
  const readAgain = () => client.invalidateQueries({ queryKey: usersKey })
  const write = useWrite()
  const change = (request: () => Promise<unknown>) =>
    write(async () => {
      await request()
      await readAgain()
    })
  const act = async (user: AdministeredUserModel) => {
    try {
      await actAs(user, () => navigate({ to: "/" }))
    } catch (error) {
      showToast({ kind: "failed", text: errorSentence(error, t), error })
    }
  }
  return (
    <ServerFrame
      title={t("server.users")}
      actions={
        <Button kind="primary" onPress={() => setAction({ kind: "create" })}>
          {t("server.create-user")}
        </Button>
      }
    >
      <div className={styles["filters"]}>
        <Select<ShownUsers>
          label={t("server.show")}
          value={shown}
          onChange={setShown}
          options={(Object.keys(shownUsers) as ReadonlyArray<ShownUsers>).map((value) => ({
            value,
            label: t(shownTexts[value])
          }))}
        />
      </div>
      <SearchedList label={t("server.search-users")} noMatch={t("server.no-users")} list={list} query={users}>
        {(rows) => (
          <Table<AdministeredUserModel>
            label={t("server.users")}
            rows={rows}
            rowId={({ id }) => id}
            columns={[
              {
                id: "user",
                title: t("account.name"),
                cell: ({ id, name, username, avatar }) => (
                  <AvatarName name={name || username} picture={avatar} detail={<bdi>{username}</bdi>}>
                    <bdi>
                      {name || username}
                      {id === me.id && ` (${t("server.me")})`}
                    </bdi>
                  </AvatarName>
                )
              },
              {
                id: "role",
                title: t("server.role"),
                cell: ({ globalServerRole }) => t(serverRoleText(globalServerRole))
              },
              {
                id: "state",
                title: t("server.state"),
                cell: ({ disabled, mfaEnabled }) => (
                  <>
                    {t(disabled ? "server.disabled" : "server.enabled")}
                    {mfaEnabled && ` · ${t("server.mfa")}`}
                  </>
                )
              },
              {
                id: "activity",
                title: t("server.last-activity"),
                cell: ({ lastActivity }) => (lastActivity === null ? t("server.never") : <Time at={lastActivity} />)
              },
              {
                id: "actions",
                title: t("account.actions"),
                cell: (user) => (
                  <UserMenu
                    user={user}
                    isMe={user.id === me.id}
                    onAct={() => act(user)}
                    onRole={(role) =>
                      change(() => call("administration", "setServerRole", { params: { userId: user.id, role } }))
                    }
                    onEnable={() =>
                      change(() =>
                        call("administration", user.disabled ? "enableUser" : "disableUser", {
                          params: { userId: user.id }
                        })
                      )
                    }
                    onAction={(kind) => setAction({ kind, user })}
                  />
                )
              }
            ]}
          />
        )}
      </SearchedList>
      {action !== null && <UserDialog action={action} onClose={() => setAction(null)} onChanged={readAgain} />}
    </ServerFrame>
  )
}

interface UserMenuProps {
  readonly user: AdministeredUserModel
  readonly isMe: boolean
  readonly onAct: () => void
  readonly onRole: (role: ServerRole) => void
  readonly onEnable: () => void
  readonly onAction: (kind: (typeof dialogs)[number]) => void
}

const dialogs = ["edit", "link", "sessions", "reset", "delete"] as const

const UserMenu = ({ user, isMe, onAct, onRole, onEnable, onAction }: UserMenuProps) => {
  const t = useText()
  const actions: Readonly<Record<string, () => void>> = {
    ...Object.fromEntries(serverRolesOffered.map((role) => [role, () => onRole(role)])),
    act: onAct,
    enable: onEnable,
    ...Object.fromEntries(dialogs.map((kind) => [kind, () => onAction(kind)]))
  }
  return (
    <Menu
      aria-label={t("server.actions-of", { name: user.name || user.username })}
      disabledKeys={[
        user.globalServerRole,
        // Administrators neither demote, disable nor delete themselves.
        ...(isMe ? ["act", "enable", "reset", "delete", "USER"] : []),
        // The server gives neither a token nor a link for a user who may not log in.
        ...(user.disabled ? ["act", "link"] : [])
      ]}
      onAction={(id) => actions[String(id)]?.()}
      trigger={
        <IconButton
          label={t("server.actions-of", { name: user.name || user.username })}
          icon={<MoreHorizontal aria-hidden />}
        />
      }
    >
      <MenuItem id="edit">{t("server.edit")}</MenuItem>
      <MenuItem id="link">{t("server.password-link")}</MenuItem>
      <MenuItem id="sessions">{t("account.sessions")}</MenuItem>
      <MenuItem id="act">{t("acting.act")}</MenuItem>
      {serverRolesOffered.map((role) => (
        <MenuItem key={role} id={role}>
          {t("server.make", { role: t(serverRoleText(role)) })}
        </MenuItem>
      ))}
      <MenuItem id="enable">{t(user.disabled ? "server.enable" : "server.disable")}</MenuItem>
      <MenuItem id="reset">{t("server.reset-mfa")}</MenuItem>
      <MenuItem id="delete">{t("server.delete")}</MenuItem>
    </Menu>
  )
}
