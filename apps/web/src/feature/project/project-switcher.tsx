import { useQuery } from "@tanstack/react-query"
import { useNavigate } from "@tanstack/react-router"
import { ChevronsUpDown, LayoutGrid } from "lucide-react"
import { useEffect, useState } from "react"
import { call } from "../../base/api/call.ts"
import { useText } from "../../base/texts/text.ts"
import { IconButton } from "../../widget/ui/button.tsx"
import { Menu, MenuItem, MenuSection } from "../../widget/ui/menu.tsx"
import { useActing } from "../session/acting.ts"
import { recentProjectsQuery } from "./recent-projects.ts"
import { rememberProject } from "./remember-project.ts"

/** Projects of the menu; all others are on the start page and in the command palette. */
const shownProjectsMax = 10

/** The way to the projects that were opened last, and the place that remembers this one. They are read when the menu is first asked for. */
export const ProjectSwitcher = ({ projectId }: { readonly projectId: number }) => {
  const t = useText()
  const navigate = useNavigate()
  const isActing = useActing() !== null
  useEffect(() => {
    // An administrator who acts as the user leaves no trace in their lists.
    if (!isActing) void rememberProject(projectId)
  }, [projectId, isActing])
  const [isAsked, setAsked] = useState(false)
  const { data: firstId } = useQuery(recentProjectsQuery)
  const { data: projects = [] } = useQuery({
    queryKey: ["projects", "switcher", firstId],
    queryFn: async ({ signal }) => {
      const query = { size: shownProjectsMax, firstId }
      return (await call("project", "list", { query }, { signal }))._embedded?.projects ?? []
    },
    enabled: isAsked && firstId !== undefined
  })
  return (
    <Menu
      aria-label={t("projects.switch")}
      trigger={
        <IconButton
          label={t("projects.switch")}
          icon={<ChevronsUpDown aria-hidden />}
          onHoverStart={() => setAsked(true)}
          onFocus={() => setAsked(true)}
          onPressStart={() => setAsked(true)}
        />
      }
    >
      <MenuSection selectionMode="single" selectedKeys={[projectId]}>
        {projects.map(({ id, name, organizationOwner }) => (
          <MenuItem
            key={id}
            id={id}
            textValue={name}
            onAction={() => void navigate({ to: "/projects/$projectId", params: { projectId: id } })}
          >
            <bdi>{name}</bdi>
            {organizationOwner !== null && <bdi>{` · ${organizationOwner.name}`}</bdi>}
          </MenuItem>
        ))}
      </MenuSection>
      <MenuSection>
        <MenuItem icon={<LayoutGrid aria-hidden />} onAction={() => void navigate({ to: "/" })}>
          {t("projects.all")}
        </MenuItem>
      </MenuSection>
    </Menu>
  )
}
