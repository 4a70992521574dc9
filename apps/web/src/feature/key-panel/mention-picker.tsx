import { printMention } from "@dragoman/domain/comment"
import { keepPreviousData, useQuery } from "@tanstack/react-query"
import { AtSign } from "lucide-react"
import { useRef, useState } from "react"
import { Dialog, ListBox, ListBoxItem, Popover } from "react-aria-components"
import { call } from "../../base/api/call.ts"
import type { MentionableUserModel } from "../../base/api/contract.ts"
import { useText } from "../../base/texts/text.ts"
import { Avatar } from "../../widget/ui/avatar.tsx"
import { Button } from "../../widget/ui/button.tsx"
import { ErrorState } from "../../widget/ui/states.tsx"
import { TextField } from "../../widget/ui/text-field.tsx"
import styles from "./mention-picker.module.css"

export interface MentionPlace {
  readonly projectId: number
  readonly languageId: number
}

interface MentionPickerProps extends MentionPlace {
  readonly isOpen: boolean
  readonly onOpenChange: (isOpen: boolean) => void
  /** The mention as it stands in a comment. */
  readonly onMention: (mention: string) => void
}

/** A button that finds a user who may view the text, to be mentioned in a comment. */
export const MentionPicker = ({ isOpen, onOpenChange, ...choice }: MentionPickerProps) => {
  const t = useText()
  const place = useRef<HTMLSpanElement>(null)
  return (
    <span ref={place}>
      <Button
        kind="quiet"
        icon={<AtSign aria-hidden />}
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        onPress={() => onOpenChange(!isOpen)}
      >
        {t("comment.mention")}
      </Button>
      <Popover
        triggerRef={place}
        isOpen={isOpen}
        onOpenChange={onOpenChange}
        className={styles["popover"] ?? ""}
        placement="top start"
        offset={4}
      >
        <Dialog aria-label={t("comment.mention")} className={styles["dialog"] ?? ""}>
          <Choice {...choice} />
        </Dialog>
      </Popover>
    </span>
  )
}

/** Users that are shown; a search narrows them. */
const shownMax = 20

const Choice = ({ projectId, languageId, onMention }: Omit<MentionPickerProps, "isOpen" | "onOpenChange">) => {
  const t = useText()
  const [search, setSearch] = useState("")
  const users = useQuery({
    queryKey: ["project", projectId, "mentionable-users", languageId, search],
    queryFn: async ({ signal }) => {
      const query = { search, languageId, size: shownMax }
      return (await call("comment", "listMentionable", { params: { projectId }, query }, { signal }))._embedded.users
    },
    placeholderData: keepPreviousData
  })
  if (users.isError) return <ErrorState error={users.error} onRetry={() => users.refetch()} />
  return (
    <>
      <TextField
        type="search"
        label={t("comment.mention-search")}
        hint={t("comment.mention-hint")}
        value={search}
        onChange={setSearch}
        autoFocus
      />
      <ListBox<MentionableUserModel>
        aria-label={t("comment.mention")}
        className={styles["list"] ?? ""}
        items={users.data ?? []}
        renderEmptyState={() => <p className={styles["none"]}>{users.isPending ? "" : t("comment.mention-none")}</p>}
        onAction={(id) => {
          const user = users.data?.find((each) => each.id === id)
          if (user !== undefined) onMention(printMention(user))
        }}
      >
        {({ id, name, username, avatar }) => (
          <ListBoxItem id={id} textValue={name || username} className={styles["user"] ?? ""}>
            <Avatar name={name || username} picture={avatar} />
            <bdi>{name || username}</bdi>
            {username !== "" && username !== name && <bdi className={styles["username"]}>{username}</bdi>}
          </ListBoxItem>
        )}
      </ListBox>
    </>
  )
}
