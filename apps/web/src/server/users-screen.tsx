import type { ServerRole } from "@dragoman/domain/permission"
import { keepPreviousData, useQuery, useQueryClient } from "@tanstack/react-query"
import { useNavigate } from "@tanstack/react-router"
import { MoreHorizontal } from "lucide-react"
import { useState } from "react"
import { call } from "../api/call.ts"
import type { AdministeredUserModel } from "../api/contract.ts"
import { ConfirmDialog } from "../form/confirm-dialog.tsx"
import { actAs } from "../session/acting.ts"
import { useUser } from "../session/session.ts"
import { type TextKey, useText } from "../texts/text.ts"
import { showToast } from "../toast/toast.ts"
import { useWrite } from "../toast/use-write.ts"
import { Avatar } from "../ui/avatar.tsx"
import { IconButton } from "../ui/button.tsx"
import { errorSentence } from "../ui/error-details.tsx"
import { Menu, MenuItem } from "../ui/menu.tsx"
import { SearchedList, useListSearch } from "../ui/searched-list.tsx"
import { Table } from "../ui/table.tsx"
import styles from "./server.module.css"
import { ServerFrame } from "./server-frame.tsx"

const usersKey = ["administered-users"]
const usersPerPage = 50

const roleTexts: Readonly<Record<ServerRole, TextKey>> = {
  ADMIN: "server.role-ADMIN",
  USER: "server.role-USER"
}

/** All users of the server: their roles, and whether they may log in. */
export const UsersScreen = () => {
  const t = useText()
  const client = useQueryClient()
  const me = useUser()
  const list = useListSearch(usersPerPage)
  const [deleted, setDeleted] = useState<AdministeredUserModel | null>(null)
  const users = useQuery({
    queryKey: [...usersKey, list.search, list.size],
    queryFn: async ({ signal }) => {
      const sort = [{ property: "name", direction: "asc" }] as const
      const query = { size: list.size, sort, ...(list.search && { search: list.search }) }
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
    <ServerFrame title={t("server.users")}>
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
                  <span className={styles["person"]}>
                    <Avatar name={name || username} picture={avatar} />
                    <span className={styles["names"]}>
                      <bdi>
                        {name || username}
                        {id === me.id && ` (${t("server.me")})`}
                      </bdi>
                      <bdi className={styles["quiet"]}>{username}</bdi>
                    </span>
                  </span>
                )
              },
              { id: "role", title: t("server.role"), cell: ({ globalServerRole }) => t(roleTexts[globalServerRole]) },
              {
                id: "state",
                title: t("server.state"),
                cell: ({ disabled }) => t(disabled ? "server.disabled" : "server.enabled")
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
                    onDelete={() => setDeleted(user)}
                  />
                )
              }
            ]}
          />
        )}
      </SearchedList>
      {deleted !== null && (
        <ConfirmDialog
          title={t("server.delete-user", { name: deleted.name || deleted.username })}
          action={t("server.delete")}
          typed={deleted.username}
          onConfirm={async () => {
            await call("administration", "deleteUser", { params: { userId: deleted.id } })
            await readAgain()
          }}
          onClose={() => setDeleted(null)}
        >
          <p>{t("server.delete-hint")}</p>
        </ConfirmDialog>
      )}
    </ServerFrame>
  )
}

interface UserMenuProps {
  readonly user: AdministeredUserModel
  readonly isMe: boolean
  readonly onAct: () => void
  readonly onRole: (role: ServerRole) => void
  readonly onEnable: () => void
  readonly onDelete: () => void
}

const UserMenu = ({ user, isMe, onAct, onRole, onEnable, onDelete }: UserMenuProps) => {
  const t = useText()
  const actions: Readonly<Record<string, () => void>> = {
    ...Object.fromEntries(serverRolesOffered.map((role) => [role, () => onRole(role)])),
    act: onAct,
    enable: onEnable,
    delete: onDelete
  }
  return (
    <Menu
      aria-label={t("server.actions-of", { name: user.name || user.username })}
      disabledKeys={[
        user.globalServerRole,
        ...(isMe ? ["act", "enable", "delete"] : []),
        // The server gives no token for a user who may not log in.
        ...(user.disabled ? ["act"] : [])
      ]}
      onAction={(id) => actions[String(id)]?.()}
      trigger={
        <IconButton
          label={t("server.actions-of", { name: user.name || user.username })}
          icon={<MoreHorizontal aria-hidden />}
        />
      }
    >
      <MenuItem id="act">{t("acting.act")}</MenuItem>
      {serverRolesOffered.map((role) => (
        <MenuItem key={role} id={role}>
          {t("server.make", { role: t(roleTexts[role]) })}
        </MenuItem>
      ))}
      <MenuItem id="enable">{t(user.disabled ? "server.enable" : "server.disable")}</MenuItem>
      <MenuItem id="delete">{t("server.delete")}</MenuItem>
    </Menu>
  )
}

const serverRolesOffered: ReadonlyArray<ServerRole> = ["USER", "ADMIN"]
