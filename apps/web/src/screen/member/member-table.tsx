import { UserPlus } from "lucide-react"
import type { ComponentProps, ReactNode } from "react"
import { useText } from "../../base/texts/text.ts"
import { Button } from "../../widget/ui/button.tsx"
import { SearchedList } from "../../widget/ui/searched-list.tsx"
import { Table } from "../../widget/ui/table.tsx"
import { type ListedMember, MemberName } from "./member-name.tsx"

interface MemberTableProps<M extends ListedMember> {
  readonly list: ComponentProps<typeof SearchedList<M>>["list"]
  readonly query: ComponentProps<typeof SearchedList<M>>["query"]
  /** Columns between the name and the actions. */
  readonly columns: ComponentProps<typeof Table<M>>["columns"]
  readonly actions: (member: M) => ReactNode
}

/** Members of a project or of an organization, with a search. */
export const MemberTable = <M extends ListedMember>({ list, query, columns, actions }: MemberTableProps<M>) => {
  const t = useText()
  return (
    <SearchedList label={t("member.search")} noMatch={t("member.no-match")} list={list} query={query}>
      {(rows) => (
        <Table<M>
          label={t("member.title")}
          rows={rows}
          rowId={({ id }) => id}
          columns={[
            { id: "name", title: t("member.name"), cell: (member) => <MemberName member={member} /> },
            ...columns,
            { id: "actions", title: t("member.actions"), cell: actions }
          ]}
        />
      )}
    </SearchedList>
  )
}

interface InviteButtonProps {
  readonly disabledReason: string | null
  readonly onPress: () => void
}

export const InviteButton = (props: InviteButtonProps) => (
  <Button kind="primary" icon={<UserPlus aria-hidden />} {...props}>
    {useText()("member.invite")}
  </Button>
)
