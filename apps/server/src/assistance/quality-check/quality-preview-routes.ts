import {
  AccessRepository,
  KeyRepository,
  LanguageRepository,
  ProjectRepository,
  QualityCheckRepository,
  TranslationRepository
} from "@dragoman/store"
import { Context, Effect, Logger, References } from "effect"
import { HttpRouter } from "effect/http"
import { RateLimiter } from "../../platform/http/rate-limiter.ts"
import { plainRoute } from "../../platform/http/routes.ts"
import { ProjectEvents } from "../../realtime/project-events.ts"
import { RealtimeConnections } from "../../realtime/realtime-connections.ts"
import { serveWebsocket, type WebsocketProtocol } from "../../realtime/serve-websocket.ts"
import { Authentication } from "../../service/access/authenticate.ts"
import { TermIndexes } from "../term-index/term-indexes.ts"
import { LanguageTool } from "./language-tool.ts"
import { makePreviewSession, PreviewLimits } from "./quality-preview-session.ts"

type PreviewServices = Effect.Services<ReturnType<typeof makePreviewSession>>

/** Serves the websocket that checks texts while they are typed, from any origin. */
export const layerQualityPreviewRoutes = HttpRouter.use((router) =>
  Effect.gen(function* () {
    // Each connection copies its context, as in realtime/websocket-routes.ts.
    const services = Context.pick(
      AccessRepository,
      Authentication,
      KeyRepository,
      LanguageRepository,
      LanguageTool,
      ProjectEvents,
      ProjectRepository,
      QualityCheckRepository,
      RateLimiter,
      RealtimeConnections,
      TermIndexes,
      TranslationRepository,
      Logger.CurrentLoggers,
      References.MinimumLogLevel,
      References.TracerEnabled
    )(yield* Effect.context<PreviewServices | RealtimeConnections>())
    const limits = yield* PreviewLimits
    const connectionsByUser = new Map<number, number>()
    const protocol: WebsocketProtocol<PreviewServices> = {
      open: [],
      heartbeat: null,
      close: () => [],
      parse: (message) => [message],
      silent: { code: 1008, reason: "No first message" },
      stranger: { code: 1008, reason: "No valid credential" },
      makeSession: (client) => makePreviewSession(client, connectionsByUser, limits)
    }
    yield* router.addAll([plainRoute("/ws/qa-preview", serveWebsocket(protocol, services))])
  })
)
