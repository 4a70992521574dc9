import { useLocation, useParams } from "@tanstack/react-router"

/**
 * The secret of a mailed link. It stands behind `#`, which browsers do not send, so that no log of a server or a proxy has it.
 * Links of earlier versions and of Tolgee have it in the path.
 */
export const useLinkSecret = (): string => {
  const { _splat = "" } = useParams({ strict: false })
  const hash = useLocation({ select: (location) => location.hash })
  return hash === "" ? _splat : hash
}
