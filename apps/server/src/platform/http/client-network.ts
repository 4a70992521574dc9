import { clientNetwork } from "@dragoman/domain/credential"
import { Option } from "effect"
import type { HttpServerRequest } from "effect/http"

/** Whom limits by address count: the client's address, or its network. */
export const clientNetworkOf = ({
  remoteAddress
}: Pick<HttpServerRequest.HttpServerRequest, "remoteAddress">): string =>
  Option.match(remoteAddress, { onNone: () => "unknown", onSome: clientNetwork })
