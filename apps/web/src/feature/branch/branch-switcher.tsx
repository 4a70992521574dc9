import { useQuery } from "@tanstack/react-query"
import { useNavigate, useParams } from "@tanstack/react-router"
import { GitBranch, Settings2, ShieldCheck } from "lucide-react"
import { useEffect } from "react"
import type { ProjectModel } from "../../base/api/contract.ts"
import { useText } from "../../base/texts/text.ts"
import { Button } from "../../widget/ui/button.tsx"
import { Menu, MenuItem, MenuSection } from "../../widget/ui/menu.tsx"
import { branchesQuery } from "./branch-queries.ts"
import styles from "./branch-switcher.module.css"
import { useBranch } from "./use-branch.ts"

/** The way between the branches of a project. A project that uses none has no branch in its address either. */
export const BranchSwitcher = ({ project }: { readonly project: ProjectModel }) => {
  const navigate = useNavigate()
  const { useBranching } = project
  useEffect(() => {
    if (!useBranching) void navigate({ to: ".", search: (before) => ({ ...before, branch: undefined }), replace: true })
  }, [useBranching, navigate])
  return useBranching ? <BranchMenu projectId={project.id} /> : null
}

/** The screen stays when another branch is chosen, except where its address names a key of one branch. */
const BranchMenu = ({ projectId }: { readonly projectId: number }) => {
  const t = useText()
  const navigate = useNavigate()
  const { keyId } = useParams({ strict: false })
  const named = useBranch()
  const { data: branches = [] } = useQuery(branchesQuery(projectId))
  const shown = branches.find(({ name, isDefault }) => (named === undefined ? isDefault : name === named))
  const name = named ?? shown?.name ?? ""
  const show = (branch: string | undefined) =>
    keyId === undefined
      ? navigate({ to: ".", search: (before) => ({ ...before, branch, key: undefined, id: undefined }) })
      : navigate({ to: "/projects/$projectId/translations", params: { projectId }, search: { branch } })
  return (
    <Menu
      aria-label={t("branch.switch")}
      trigger={
        <Button kind="quiet">
          <GitBranch aria-hidden className={styles["icon"]} />
          <span className="visually-hidden">{t("branch.one")}: </span>
          <bdi className={styles["name"]}>{name}</bdi>
          {shown?.isProtected === true && <ProtectedSign />}
        </Button>
      }
    >
      <MenuSection selectionMode="single" selectedKeys={[shown?.id ?? ""]}>
        {branches
          .filter(({ state }) => state === "READY")
          .map(({ id, name, isDefault, isProtected }) => (
            <MenuItem key={id} id={id} textValue={name} onAction={() => void show(isDefault ? undefined : name)}>
              <span className={styles["entry"]}>
                <bdi>{name}</bdi>
                {isDefault && <span className={styles["default"]}>{t("branch.default")}</span>}
                {isProtected && <ProtectedSign />}
              </span>
            </MenuItem>
          ))}
      </MenuSection>
      <MenuSection>
        <MenuItem
          icon={<Settings2 aria-hidden />}
          onAction={() => void navigate({ to: "/projects/$projectId/branches", params: { projectId } })}
        >
          {t("branch.all")}
        </MenuItem>
      </MenuSection>
    </Menu>
  )
}

/** The sign of a protected branch, with its word for screen readers. */
const ProtectedSign = () => {
  const t = useText()
  return (
    <>
      <ShieldCheck aria-hidden className={styles["sign"]} />
      <span className="visually-hidden">({t("branch.protected")})</span>
    </>
  )
}
