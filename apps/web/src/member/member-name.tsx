import { useUser } from "../session/session.ts"
import { useText } from "../texts/text.ts"
import { AvatarName } from "../ui/avatar-name.tsx"

interface MemberNameProps {
  readonly member: {
    readonly id: number
    readonly name: string
    readonly username: string
    readonly avatar: Parameters<typeof AvatarName>[0]["picture"]
  }
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
