import { useText } from "../../base/texts/text.ts"
import { useUser } from "../../feature/session/session.ts"
import { AvatarName } from "../../widget/ui/avatar-name.tsx"

export interface ListedMember {
  readonly id: number
  readonly name: string
  readonly username: string
  readonly avatar: Parameters<typeof AvatarName>[0]["picture"]
}

interface MemberNameProps {
  readonly member: ListedMember
}

/** A user in a list of members: the name over the user name, and whether it is me. */
export const MemberName = ({ member: { id, name, username, avatar } }: MemberNameProps) => {
  const t = useText()
  const me = useUser()
  return (
    <AvatarName
      name={name || username}
      picture={avatar}
      detail={
        <>
          <bdi>{username}</bdi>
          {id === me.id && ` · ${t("member.you")}`}
        </>
      }
    />
  )
}
